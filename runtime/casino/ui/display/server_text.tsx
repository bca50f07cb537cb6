// Texts of the server, which are in English on pages of all languages. The bundler leaves this out of a site in one language.

import type { ReactNode } from "react";

/** The props of the text. */
interface ServerTextProps {
  /** Whether the page has the text in its own language. */
  readonly isTranslated?: boolean | undefined;
  /** The element is a block, for formatted text. */
  readonly isBlock?: boolean;
  readonly children: ReactNode;
}

/** Renders the text with its language, so that screen readers pronounce it. */
export function ServerText({ isTranslated = false, isBlock = false, children }: ServerTextProps) {
  if (isTranslated) return children;
  return isBlock ? <div lang="en">{children}</div> : <span lang="en">{children}</span>;
}

/** The props of the sentence. */
interface TitleSentenceProps {
  /** A text of the page with the placeholder `{title}`. */
  readonly sentence: string;
  /** What has the title. */
  readonly subject: { readonly title: string; readonly isTranslated?: boolean };
}

/** Renders a sentence about something whose title can be a text of the server. */
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
