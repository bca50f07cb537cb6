// A boundary around components that may fail, so that the rest of an island works.

import { Component, type ReactNode } from "react";
import { send } from "../signals";

interface ErrorBoundaryProps {
  /** The name of the component in reports, such as "order". */
  readonly part: string;
  /** Replaces the failed component; nothing by default. A function receives `retry`, which renders the component again. */
  readonly fallback?: ReactNode | ((retry: () => void) => ReactNode);
  readonly children: ReactNode;
}

/** Catches errors that its children throw while rendering, and sends `croupier:fault`. */
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
