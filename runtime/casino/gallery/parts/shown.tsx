// Gallery sections of the display components, in every state.

import { ErrorBoundary } from "@croupier/loader/error-boundary";
import { type ReactNode, useId, useState } from "react";
import type { Clock, ExpiryTexts } from "../../content/format";
import { Art, Badge, type Motif } from "../../coupons/card/card_parts";
import { Button, Link } from "../../ui/controls/button";
import { Icon, type IconName, Money, Skeleton } from "../../ui/display/content";
import { Countdown } from "../../ui/display/countdown";
import { SafeHtml } from "../../ui/display/safe_html";

const NOW_S = 1_800_000_000;
const CLOCK: Clock = { now: () => NOW_S * 1000 };
const EXPIRIES = [NOW_S + 45, NOW_S + 90, NOW_S + 12 * 3600, NOW_S + 86_400, NOW_S + 40 * 86_400, NOW_S - 1];
const MOTIFS: readonly Motif[] = ["lantern", "koi", "moon", "crane", "bamboo", "coin", "wave", "peony"];
const ICONS: readonly IconName[] = [
  "menu",
  "arrow-right",
  "arrow-left",
  "shield-check",
  "clock",
  "heart",
  "coins",
  "phone",
  "search",
  "x",
  "eye",
  "eye-off",
  "check",
  "chevron-right",
  "chevron-down",
  "info",
  "circle-alert",
  "circle-check",
  "star",
  "gift",
  "log-out",
  "message-circle",
  "facebook",
  "instagram",
  "twitter",
];

/** Renders Skeleton, Badge, Money, Countdown, Icon, Art, SafeHtml, ErrorBoundary and Link. */
export function Shown({ description, texts }: { readonly description: string; readonly texts: ExpiryTexts }) {
  return (
    <>
      <Section title="Skeleton">
        <p>
          A line <Skeleton shape="word" /> in a text, and a block:
        </p>
        <Skeleton shape="block" />
      </Section>
      <Section title="Badge">
        <p className="parts__row">
          <Badge>PLAIN</Badge>
          <Badge kind="accent">NEW</Badge>
          <Badge kind="positive">ACTIVE</Badge>
          <Badge kind="round">21+</Badge>
        </p>
      </Section>
      <Section title="Money">
        <p className="parts__row">
          <Money cents={123_450} symbol="$" />
          <Money cents={0} symbol="$" />
          <Money cents={-5} symbol="$" />
          <Money cents={3000} symbol="$" style="short" />
          <span>
            not known: <Money cents={undefined} symbol="$" />
          </span>
        </p>
      </Section>
      <Section title="Countdown">
        <ul className="parts__grid">
          {EXPIRIES.map((expiry_s) => (
            <li key={expiry_s}>
              <Countdown expiry_s={expiry_s} texts={texts} clock={CLOCK} />
            </li>
          ))}
        </ul>
      </Section>
      <Pictures />
      <Section title="Text of others">
        <SafeHtml html={description} />
      </Section>
      <Section title="Error boundary">
        <div className="parts__grid">
          <Card name="First card" />
          <Card name="Second card" />
        </div>
      </Section>
      <Section title="Link">
        <p>
          <Link to="/info/faq/">A page of this site</Link>, <Link to="https://example.com/">of another</Link>
        </p>
      </Section>
    </>
  );
}

/** Renders all icons and motifs. */
function Pictures() {
  return (
    <>
      <Section title="Icon">
        <p className="parts__row">
          {ICONS.map((name) => (
            <span key={name} title={name}>
              <Icon name={name} />
            </span>
          ))}
        </p>
      </Section>
      <Section title="Art">
        <div className="parts__grid parts__art">
          {MOTIFS.map((motif) => (
            <Art key={motif} motif={motif} />
          ))}
        </div>
      </Section>
    </>
  );
}

function Card({ name }: { readonly name: string }) {
  const [broken, setBroken] = useState(false);

  return (
    <ErrorBoundary
      part="card of the parts page"
      fallback={(retry) => (
        <div className="panel">
          <p>This card could not be shown.</p>
          <Button
            kind="quiet"
            onClick={() => {
              setBroken(false);
              retry();
            }}
          >
            Retry
          </Button>
        </div>
      )}
    >
      <div className="panel">
        <h3>{name}</h3>
        <Button kind="quiet" onClick={() => setBroken(true)}>
          Break it
        </Button>
        {broken && <Broken />}
      </div>
    </ErrorBoundary>
  );
}

function Broken(): never {
  throw new Error("a card broke");
}

/** Renders the component's name as a heading, and its states below. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className="parts__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
