// The modal dialog: one native dialog for the whole site, with one panel at a time (rows 2.6).
// Its HTML contains LOGIN, which therefore opens without scripts.

import { ATTRIBUTE, ID, listen, send } from "@croupier/loader";
import { onModalClosed } from "@croupier/loader/modal";
import {
  type ComponentType,
  type Dispatch,
  type RefObject,
  type SetStateAction,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { config, path } from "../config/config";
import { Frame, TITLE_ID } from "../panel/frame";
import {
  type Container,
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
  const [container] = useState(() => createContainer(dialog));
  const { shown, show } = usePanels(dialog, props.texts.contact.path, container.notify);
  useOpenRequests(dialog, show);

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

  const { panel, about, after, code: Code } = shown;

  // The browser may open LOGIN before hydration, which sets the attribute `open`.
  return (
    <dialog {...attributes} suppressHydrationWarning aria-busy={Code === undefined || undefined}>
      {Code && <Code key={panel} {...props} {...container} {...{ panel, about, after, show }} />}
      {Code === undefined && <Frame {...props} title={props.texts.loading} focus />}
      {Code === null && (
        <Frame {...props} title={props.texts.failed} focus>
          <Button wide onClick={() => show(panel, about)}>
            {props.texts.retry}
          </Button>
        </Frame>
      )}
    </dialog>
  );
}

type DialogRef = RefObject<HTMLDialogElement | null>;

/** Creates the functions of the dialog for its panels. `notify` calls the listeners of a close. */
function createContainer(dialog: DialogRef): Omit<Container, "show"> & { readonly notify: WhenClosed } {
  const listeners = new Set<WhenClosed>();

  return {
    close: () => dialog.current?.close(),
    isOpen: () => dialog.current?.open ?? false,
    keepOpen(during) {
      dialog.current?.setAttribute(ATTRIBUTE.permanent, "");
      void during.finally(() => dialog.current?.removeAttribute(ATTRIBUTE.permanent));
    },
    whenClosed(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(byVisit) {
      for (const listener of listeners) listener(byVisit);
    },
  };
}

/** Returns the panel that the dialog shows, and the function that shows another one. */
function usePanels(dialog: DialogRef, contact: string, notify: WhenClosed) {
  /** The panel that a guest requested. It is passed through all forms that precede it (A8). */
  const wanted = useRef<PanelRequest>(undefined);
  const [shown, setShown] = useState<Shown>(() => ({ ...first(), isHtml: !firstCode }));

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
    [dialog, contact],
  );

  useLayoutEffect(
    () =>
      onModalClosed((byVisit) => {
        notify(byVisit);
        wanted.current = undefined;
        // The dialog shows LOGIN when it opens again (row 4.2-01).
        setShown(first());
      }),
    [notify],
  );

  useLoginAfterSignOut(setShown);
  return { shown, show };
}

/** Loads LOGIN when a player has signed out: the HTML then opens it without this component. */
function useLoginAfterSignOut(setShown: Dispatch<SetStateAction<Shown>>) {
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
    [setShown],
  );
}

/** Opens the panels that buttons and other code of the page request. */
function useOpenRequests(dialog: DialogRef, show: Container["show"]) {
  useLayoutEffect(() => {
    const element = dialog.current;
    const onCommand = (event: Event & { readonly command?: string; readonly source?: Element | null }) => {
      if (event.command === "--open" && event.source instanceof HTMLButtonElement)
        openPanel(event.source.value || FIRST_PANEL, event.source.dataset.about);
    };
    element?.addEventListener("command", onCommand);

    // Live chat is not a panel; its adapter handles the same signal.
    const stop = listen("croupier:open", ({ view: panel, about }) => {
      if (panel !== "chat" || !hasChat()) show(panel, about);
    });

    return () => {
      element?.removeEventListener("command", onCommand);
      stop();
    };
  }, [dialog, show]);
}
