// A button that switches between light and dark colours. The page loads no code for it until the reader presses it.

import { switchTheme } from "../../theme";
import "./theme.css";

export function Island() {
  return (
    <button type="button" className="theme-switch" aria-label="Light or dark colours" onClick={switchTheme}>
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="12" cy="12" r="8.5" fill="none" stroke="currentColor" strokeWidth="2" />
        <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" />
      </svg>
    </button>
  );
}
