// DEPOSIT on a card: its code comes with the first coupon that waits for a deposit.

import { useEffect, useState } from "react";
import type { DepositButtonProps } from "../cashier/deposit_button";
import { Button } from "../ui/button";

type Code = typeof import("../cashier/deposit_button");

/** The button; where its code does not come, a press asks for it again. */
export function LateDeposit(props: DepositButtonProps & { readonly label: string }) {
  const [code, setCode] = useState<Code | null>();
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each try asks again
  useEffect(() => {
    setCode(undefined);
    import("../cashier/deposit_button").then(setCode, () => setCode(null));
  }, [tries]);

  if (code) return <code.DepositButton {...props} />;
  const { kind, size, label } = props;
  return (
    <Button {...{ kind, size }} wide busy={code === undefined} onClick={() => setTries(tries + 1)}>
      {label}
    </Button>
  );
}
