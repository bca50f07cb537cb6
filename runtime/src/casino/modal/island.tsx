// The modal dialog: one native dialog for the whole site, with one panel at a time (rows 2.6).
// Its HTML contains LOGIN, which therefore opens without scripts.

import { ATTRIBUTE, ID, listen, send } from "@croupier/loader";
import { onModalClosed } from "@croupier/loader/modal";
import { type ComponentType, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { config, path } from "../config/config";
import { Frame, TITLE_ID } from "../panel/frame";
import {
  FIRST_PANEL,
  type ModalProps,
  type PanelProps,
  type PanelRequest,
  panelFor,
  type WhenClosed,
} from "../panel/panel";
import { $session } from "../session/session";
import { go, openPanel } from "../stores/location";
import { Button } from "../ui/controls/button";

/** The module of a panel. */
interface PanelCode {
  readonly Panel: ComponentType<PanelProps>;
}

/** Panels by name. Each chunk is loaded when its panel opens for the first time. Names that are missing here are forms (`FORM`). */
const PANELS: Readonly<Record<string, () => Promise<PanelCode>>> = {
  cashier: () => import("../cashier/ui/cashier_panel"),
  daily_reward: () => import("../daily_reward/ui/reward_panel"),
  jackpot_win: () => import("../jackpot/ui/win_panel"),
  game: () => import("../game_panel/game_panel"),
};

/** Loads LOGIN, the form that is in the HTML of every page. */
const LOGIN = () => import("../onboarding/ui/login_panel");

/** Loads the panel of every other form in content/data/onboarding. */
const FORM = () => import("../onboarding/ui/form_panel");

/** The current panel and its component. `code` is `undefined` during loading, and `null` if the chunk fails to load. */
interface Shown extends PanelRequest {
  readonly code: ComponentType<PanelProps> | undefined | null;
  /** The dialog keeps the HTML of LOGIN, whose code is not loaded. It is closed. */
  readonly isHtml?: boolean;
}

/** The component of LOGIN. For guests it is loaded before hydration, because the HTML contains LOGIN. Players do not need it. */
let firstCode: ComponentType<PanelProps> | undefined;

async function loadFirst() {
  const code = await LOGIN();
  firstCode = code.Panel;
  return code;
}

const hasChat = () => config().chat.adapter !== "none";

const first = (after?: PanelRequest): Shown => ({ panel: FIRST_PANEL, after, code: firstCode });

Island.prepare = async () => {
  if (!$session.get()) await loadFirst();
};

/** Renders the dialog with its panel. */
export function Island(props: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const listeners = useRef(new Set<WhenClosed>());
  /** The panel that a guest requested. It is passed through all forms that precede it (A8). */
  const wanted = useRef<PanelRequest>(undefined);
  const [shown, setShown] = useState<Shown>(() => ({ ...first(), isHtml: !firstCode }));

  const close = useCallback(() => dialog.current?.close(), []);
  const isOpen = useCallback(() => dialog.current?.open ?? false, []);
  const keepOpen = useCallback((during: Promise<void>) => {
    dialog.current?.setAttribute(ATTRIBUTE.permanent, "");
    void during.finally(() => dialog.current?.removeAttribute(ATTRIBUTE.permanent));
  }, []);
  const whenClosed = useCallback((listener: WhenClosed) => {
    listeners.current.add(listener);
    return () => void listeners.current.delete(listener);
  }, []);

  const contact = props.texts.contact.path;
  const show = useCallback(
    (name: string, about?: string) => {
      if (name === "chat" && hasChat()) return openPanel(name, about);
      if (name === "chat" || name === "contact")
        return location.pathname === path(contact) ? undefined : go(path(contact));

      const target = panelFor({ panel: name, about }, $session.get() !== undefined, wanted.current);
      if (!target) return dialog.current?.close();
      wanted.current = target.after;

      const next: Shown = target.panel === FIRST_PANEL ? first(target.after) : { ...target, code: undefined };
      if (dialog.current?.open === false) {
        // Renders the panel before the dialog opens. Otherwise LOGIN would be visible for a frame.
        flushSync(() => setShown(next));
        dialog.current.showModal();
        if (!next.code) document.getElementById(TITLE_ID)?.focus();
      } else setShown(next);

      if (next.code) return;
      // Another panel may be requested while this chunk loads.
      const put = (code: Shown["code"]) => setShown((now) => (now === next ? { ...next, code } : now));

      const load = target.panel === FIRST_PANEL ? loadFirst : (PANELS[target.panel] ?? FORM);
      load().then(
        ({ Panel }) => put(Panel),
        (error: unknown) => {
          put(null);
          send("croupier:fault", { error, part: `modal ${name}` });
        },
      );
    },
    [contact],
  );

  useLayoutEffect(() => {
    const element = dialog.current;
    const ordered = (event: Event & { readonly command?: string; readonly source?: Element | null }) => {
      if (event.command === "--open" && event.source instanceof HTMLButtonElement)
        openPanel(event.source.value || FIRST_PANEL, event.source.dataset.about);
    };
    element?.addEventListener("command", ordered);

    // Live chat is not a panel; its adapter handles the same signal.
    const stop = listen("croupier:open", ({ view: panel, about }) => {
      if (panel !== "chat" || !hasChat()) show(panel, about);
    });

    return () => {
      element?.removeEventListener("command", ordered);
      stop();
    };
  }, [show]);

  useLayoutEffect(
    () =>
      onModalClosed((byVisit) => {
        for (const listener of listeners.current) listener(byVisit);
        wanted.current = undefined;
        // The dialog shows LOGIN when it opens again (row 4.2-01).
        setShown(first());
      }),
    [],
  );

  // The HTML of a player who has signed out opens LOGIN without this component.
  useEffect(
    () =>
      $session.listen((session) => {
        if (session || firstCode) return;
        const put = (code: Shown["code"]) =>
          setShown((now) => (now.panel === FIRST_PANEL && !now.code ? { ...first(now.after), code } : now));

        loadFirst().then(
          ({ Panel }) => put(Panel),
          // The panel then has a button that loads it again.
          () => put(null),
        );
      }),
    [],
  );

  const panelProps: PanelProps = {
    ...props,
    panel: shown.panel,
    about: shown.about,
    after: shown.after,
    close,
    isOpen,
    show,
    whenClosed,
    keepOpen,
  };

  const attributes = {
    id: ID.modal,
    className: "modal",
    ref: dialog,
    "data-view": shown.panel,
    "aria-labelledby": TITLE_ID,
    closedby: "closerequest",
  } as const;

  // Hydration keeps an element's HTML if it differs from an empty `__html`.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing is written
  if (shown.isHtml) return <dialog {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;

  // The browser may open LOGIN before hydration, which sets the attribute `open`.
  return (
    <dialog {...attributes} suppressHydrationWarning aria-busy={shown.code === undefined || undefined}>
      {shown.code && <shown.code key={shown.panel} {...panelProps} />}
      {shown.code === undefined && <Frame {...props} title={props.texts.loading} focus />}
      {shown.code === null && (
        <Frame {...props} title={props.texts.failed} focus>
          <Button wide onClick={() => show(shown.panel, shown.about)}>
            {props.texts.retry}
          </Button>
        </Frame>
      )}
    </dialog>
  );
}
