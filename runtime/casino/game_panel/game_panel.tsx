// The game panel: an iframe that fills the window, with a close button (A42). An unload guard protects the open game.

import "./game.css";
import { hold, ID } from "@croupier/loader";
import { useQuery } from "@croupier/loader/queries";
import { useStore } from "@croupier/loader/use-store";
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { mayPlay } from "../cashier/model/balance_state";
import { config, path } from "../config/config";
import { fill } from "../content/format";
import { useTexts } from "../content/messages";
import { $games, type Game, type GameName, gameCode, gameNamed } from "../games/games";
import { loadLaunchToken, rememberPlayed } from "../games/player_games";
import { $jackpotPart } from "../jackpot/store/jackpot_part";
import { Frame, TITLE_ID } from "../panel/frame";
import type { PanelProps } from "../panel/panel";
import { $balance } from "../player/player";
import { $session } from "../session/session";
import { NOTHING, refresh } from "../stores/server_data";
import { Button, IconButton } from "../ui/controls/button";
import { explain } from "../ui/use_failure";
import { PlayGame } from "./play_game";

/** The state of the launch. `failed` has the message. */
type Launch =
  | { readonly kind: "waiting" | "open" | "missing" }
  /** The balance is insufficient, so the cashier replaces the game. */
  | { readonly kind: "cashier"; readonly Cashier: typeof import("../cashier/ui/cashier_panel").Panel }
  | { readonly kind: "failed"; readonly text: ReactNode };

/** Shows the game with the code in `about`: `18-32`. Guests get the sign-up panel first, players without funds the cashier (A23). */
export function Panel(props: PanelProps) {
  const { about = "" } = props;
  const texts = useQuery("game");
  const { data: lobby, error } = useStore($games, NOTHING);
  const frame = useRef<HTMLIFrameElement>(null);
  const heading = useFocusedHeading();

  const name = gameNamed(about);
  const game = name && lobby?.games.find((one) => gameCode(one) === gameCode(name));
  // If the list failed to load, the game may exist, so it is launched.
  const isMissing = !name || (lobby !== undefined && !game);
  const isReady = lobby !== undefined || error !== undefined;
  const { launch, retry } = useLaunch(props, frame, isReady, isMissing ? undefined : name, game);

  const { close } = props;
  useEffect(() => {
    const release = hold("game");
    const player = $session.get();
    // The game of one player must not stay for the next.
    const stop = $session.listen((session) => {
      if (player && session && session.pid !== player.pid) close();
    });

    return () => {
      stop();
      release();
      // A spin may have won the lobby's jackpot; the win is reported after the game closes.
      refresh($balance, $jackpotPart);
    };
  }, [close]);

  if (launch.kind === "failed")
    return (
      <Frame {...props} title={texts?.failed ?? ""} focus>
        <p>{launch.text}</p>
        <Button wide onClick={retry}>
          {texts?.retry}
        </Button>
      </Frame>
    );

  if (launch.kind === "cashier" && name)
    return (
      <launch.Cashier {...props} panel="cashier" above={<PlayGame code={gameCode(name)} onPlay={retry} whenEnough />} />
    );

  if (launch.kind === "missing")
    return (
      <Frame {...props} title={texts?.failed ?? ""} focus>
        <p>{texts?.missing}</p>
      </Frame>
    );

  const title = game?.title ?? texts?.title ?? "";
  return (
    <GameView
      title={title}
      heading={heading}
      close={texts?.close ?? props.texts.close}
      isWaiting={launch.kind === "waiting"}
      opening={texts?.opening}
    >
      <GameFrame ref={frame} title={title} {...windowOf(game)} />
    </GameView>
  );
}

interface GameViewProps {
  readonly title: string;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Label of the button that closes the game. */
  readonly close: string;
  readonly isWaiting: boolean;
  /** Shown while the launch is in progress. */
  readonly opening: string | undefined;
  /** The window of the game. */
  readonly children: ReactNode;
}

/** Renders the game with its title and the button that closes it. */
function GameView({ title, heading, close, isWaiting, opening, children }: GameViewProps) {
  return (
    <div className="game" aria-busy={isWaiting || undefined}>
      <div className="game__top">
        <h2 className="game__title" id={TITLE_ID} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="x" label={close} command="close" commandfor={ID.modal} />
      </div>
      <div className="game__place">
        {children}
        {isWaiting && (
          <p className="game__waiting" role="status">
            {opening}
          </p>
        )}
      </div>
    </div>
  );
}

/** Returns the ref of the heading. It gets the focus, because the element that had it during loading no longer exists. */
function useFocusedHeading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return heading;
}

/** The window of a game. The launch sets its document. */
function GameFrame({ width, height, ...rest }: Pick<ComponentProps<"iframe">, "ref" | "title"> & GameWindow) {
  return (
    <iframe
      className="game__frame"
      {...rest}
      width={width}
      height={height}
      style={{ width: `min(100cqi, ${width / height} * 100cqb)`, aspectRatio: `${width} / ${height}` }}
      // The default allows only the origin of `src`, and this iframe has no `src`.
      allow="autoplay *; fullscreen *"
      // Without `allow-top-navigation` a provider's script cannot replace this page.
      sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
    />
  );
}

/** Launches a game in the frame when the list of games is ready. Returns the state of the launch, and a function that repeats it. */
function useLaunch(
  { panel, about = "", show, close }: PanelProps,
  frame: RefObject<HTMLIFrameElement | null>,
  isReady: boolean,
  name: GameName | undefined,
  game: Game | undefined,
) {
  const [launch, setLaunch] = useState<Launch>({ kind: "waiting" });
  const [tries, setTries] = useState(0);
  const { load } = useTexts();

  // biome-ignore lint/correctness/useExhaustiveDependencies: one launch for each game and try; the list may load again meanwhile
  useEffect(() => {
    const player = $session.get();
    if (!player) return show(panel, about);
    if (!isReady) return;
    if (!name) return setLaunch({ kind: "missing" });

    const abort = new AbortController();
    setLaunch({ kind: "waiting" });

    void prepareLaunch({ ...game, ...name }, player.pid, load, abort.signal).then((result) => {
      if (abort.signal.aborted) return;
      if (result === "cashier") return show("cashier");
      if (result === "close") return close();

      if (result.kind === "ready") {
        // Setting `src` would leave the token in the document and in the browser's resource timings.
        frame.current?.contentWindow?.location.replace(result.address);
        rememberPlayed(name);
        setLaunch({ kind: "open" });
      } else setLaunch(result);
    });

    return () => abort.abort();
  }, [about, isReady, tries]);

  return { launch, retry: () => setTries(tries + 1) };
}

/** Returns the launch URL of a game, the state without one, or what happens instead. The result of an aborted launch is not used. */
async function prepareLaunch(
  game: LaunchedGame,
  pid: number,
  loadMessages: ReturnType<typeof useTexts>["load"],
  signal: AbortSignal,
): Promise<Launch | { readonly kind: "ready"; readonly address: string } | "cashier" | "close"> {
  if (!(await mayPlay())) {
    const code = await import("../cashier/ui/cashier_panel").catch(() => undefined);
    return code ? { kind: "cashier", Cashier: code.Panel } : "cashier";
  }

  const outcome = await loadLaunchToken(pid);
  if (outcome.kind !== "ok") {
    const messages = await loadMessages();
    const text = signal.aborted ? "" : await explain(outcome, messages);
    return text ? { kind: "failed", text } : "close";
  }

  // The game of one player must not open for the next.
  if ($session.get()?.pid !== pid) return "close";
  return { kind: "ready", address: launchAddress(path(config().games.launch_url), game, outcome.value) };
}

/** The name of a game, and the rest of it if it is in the list. */
type LaunchedGame = GameName & Partial<Game>;

interface GameWindow {
  readonly width: number;
  readonly height: number;
}

/** The default size of a game's window, in pixels (row 4.3-07). */
const WINDOW = { width: 1280, height: 720 } as const;

/** Returns the size of a game's window, in pixels. */
export function windowOf(game: Partial<Pick<Game, "width" | "height">> = {}): GameWindow {
  const { width, height } = game;
  return width && height ? { width, height } : WINDOW;
}

/** Returns the launch URL of a game. Its token is valid for one launch within a minute, so the URL is not stored (A111). */
export function launchAddress(launchUrl: string, game: LaunchedGame, token: string): string {
  const { gameId, machineId, hands = 1 } = game;
  const { width, height } = windowOf(game);
  const values = { game_id: gameId, machine_id: machineId, hands, width, height, token: encodeURIComponent(token) };
  return fill(launchUrl, values);
}
