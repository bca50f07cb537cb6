// Parts of coupon cards: the picture of a promotion (row 2.9-09), badges, the wagering progress, and texts of the API, which are in English
// on pages of all languages. The account history shows the last two, too.

import { type ReactNode, useState } from "react";
import { path } from "../../config/config";
import { fill, formatMoney, isSingular } from "../../content/format";
import sprite from "../../design/art.svg";
import type { Promotion } from "../api/promotions";
import type { CardTexts } from "../model/terms";

/** Props of a picture. */
export interface PictureProps {
  /** A URL, or a path of this site; empty if there is none. */
  readonly image: string;
  /** The large figure on the replacement, such as `325%`. */
  readonly figure: string;
  readonly motif: Motif;
}

/** Renders the picture. It is decorative: the card repeats its information as text. */
export function Picture({ image, figure, motif }: PictureProps) {
  const [failedUrl, setFailedUrl] = useState("");

  if (image && image !== failedUrl)
    return (
      <div className="coupon__picture">
        <img
          // An image that failed before hydration fires no error event.
          ref={(img) => void (img?.complete && img.naturalWidth === 0 && setFailedUrl(image))}
          src={path(image)}
          alt=""
          width="320"
          height="200"
          decoding="async"
          onError={() => setFailedUrl(image)}
        />
      </div>
    );

  return (
    <div className="coupon__picture coupon__picture--none" aria-hidden="true">
      <Art motif={motif} />
      <span className="coupon__figure">{figure}</span>
    </div>
  );
}

/** Props of the component. */
export interface ProgressProps {
  readonly promotion: Pick<Promotion, "wagered" | "toWager" | "spinsRemaining">;
  readonly texts: Pick<CardTexts, "progress" | "asks">;
  readonly symbol: string;
}

/** Renders the wagered amount, the required amount and the remaining spins. */
export function Progress({ promotion, texts, symbol }: ProgressProps) {
  const { wagered, toWager, spinsRemaining } = promotion;
  const spinsText = isSingular(spinsRemaining) ? texts.progress.spins_one : texts.progress.spins;
  const text = fill(texts.progress.played, {
    played: formatMoney(wagered, symbol),
    needed: formatMoney(toWager, symbol),
  });

  return (
    <div className="coupon__progress">
      {wagered !== undefined && toWager !== undefined && toWager > 0 && (
        <>
          <progress value={Math.min(wagered, toWager)} max={toWager} aria-label={texts.asks.wagering} />
          <p>{text}</p>
        </>
      )}
      {spinsRemaining > 0 && <p>{fill(spinsText, { n: spinsRemaining })}</p>}
    </div>
  );
}

/** The motifs of the sprite; a test compares this list with it. */
export type Motif = "lantern" | "koi" | "moon" | "crane" | "bamboo" | "coin" | "wave" | "peony";

/** The picture of a game, as wide as its container. */
export function Art({ motif }: { readonly motif: Motif }) {
  return (
    <svg className="art" viewBox="0 0 200 200" aria-hidden="true" preserveAspectRatio="xMidYMid slice">
      <use href={`${sprite}#${motif}`} />
    </svg>
  );
}

/** A badge of one to three words; `round` is for a few letters in a ring. */
export function Badge({
  kind = "plain",
  children,
}: {
  readonly kind?: "plain" | "accent" | "positive" | "round";
  readonly children: ReactNode;
}) {
  return <span className={kind === "plain" ? "badge" : `badge badge--${kind}`}>{children}</span>;
}

/** Props of a text of the API. */
interface ServerTextProps {
  /** Whether the page has the text in its own language. */
  readonly isTranslated?: boolean | undefined;
  /** The element is a block, for formatted text. */
  readonly isBlock?: boolean;
  readonly children: ReactNode;
}

/** Renders a text of the API with its language, so that screen readers pronounce it. The bundler leaves this out of a site in one language. */
export function ServerText({ isTranslated = false, isBlock = false, children }: ServerTextProps) {
  if (isTranslated) return children;
  return isBlock ? <div lang="en">{children}</div> : <span lang="en">{children}</span>;
}

/** Props of a sentence. */
interface TitleSentenceProps {
  /** A text of the page with the placeholder `{title}`. */
  readonly sentence: string;
  /** What has the title. */
  readonly subject: { readonly title: string; readonly isTranslated?: boolean };
}

/** Renders a sentence about something whose title can be a text of the API. */
export function TitleSentence({ sentence, subject: { title, isTranslated } }: TitleSentenceProps) {
  const [before, after] = sentence.split("{title}");
  return (
    <>
      {before}
      <ServerText isTranslated={isTranslated}>{title}</ServerText>
      {after}
    </>
  );
}
