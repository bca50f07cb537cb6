// The page of the Vite app: the counter of Croupier's starter, rendered in the browser only.

import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Island } from "./counter/island";

const main = document.getElementById("main");
if (main)
  createRoot(main).render(
    <StrictMode>
      <Island label="Press me" start={3} />
    </StrictMode>,
  );
