// What keeps one bad card from emptying a list: a part that throws is replaced by itself alone, and the fault is told.

import { Component, type ReactNode } from "react";
import { send } from "../../signals";

interface ErrorBoundaryProps {
  /** Its name in reports: "coupon card". */
  readonly part: string;
  /** What stands in its place; nothing by default. A function is given `retry`, which draws the part again. */
  readonly fallback?: ReactNode | ((retry: () => void) => ReactNode);
  readonly children: ReactNode;
}

/** Catches what its children throw while they are drawn, and sends `croupier:fault`. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  static getDerivedStateFromError() {
    return { failed: true };
  }

  override state = { failed: false };

  override componentDidCatch(error: unknown) {
    send("croupier:fault", { error, part: this.props.part });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    const { fallback } = this.props;
    return typeof fallback === "function" ? fallback(() => this.setState({ failed: false })) : fallback;
  }
}
