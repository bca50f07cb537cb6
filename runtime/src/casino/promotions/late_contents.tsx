// A coupon's details, for who is signed in: their code comes when they are opened first.

import { useEffect, useState } from "react";
import { Skeleton } from "../ui/skeleton";
import type { ContentsProps } from "./details";

type Code = typeof import("./contents");

/** Draws them; where the code does not come, closing and opening asks for it again. */
export function LateContents(props: ContentsProps) {
  const { isOpen } = props;
  const [code, setCode] = useState<Code>();
  useEffect(() => {
    if (isOpen && !code)
      import("./contents").then(setCode, () => {
        // Told as a fault by who loads it.
      });
  }, [isOpen, code]);
  return code ? <code.Contents {...props} /> : <Skeleton shape="block" />;
}
