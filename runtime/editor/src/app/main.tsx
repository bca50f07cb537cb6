// The editor: its columns and its screens.

import { useState } from "react";
import { createRoot } from "react-dom/client";
import { AttentionScreen } from "../attention/attention_screen";
import { FileList } from "../files/file_list";
import { MediaScreen } from "../media/media_screen";
import { NavigationScreen } from "../navigation/navigation_screen";
import { IconButton, Link } from "../ui/button";
import { Icon, type IconName } from "../ui/icon";
import { keepFocus } from "../ui/keep_focus";
import { useStore } from "../ui/state";
import { useTitle } from "../ui/title";
import { refuseOtherDrops } from "./drops";
import { EditScreen } from "./edit_screen";
import { $route, BASE, followHistory, type Route } from "./route";
import { $site, followSite } from "./site";
import "../ui/editor.css";

type Pane = "list" | "edit" | "preview";

const PANES: readonly { readonly pane: Pane; readonly label: string; readonly icon: IconName }[] = [
  { pane: "list", label: "List", icon: "list" },
  { pane: "edit", label: "Edit", icon: "edit" },
  { pane: "preview", label: "Preview", icon: "eye" },
];

const SCREENS = [
  { screen: "media", label: "Media" },
  { screen: "navigation", label: "Links" },
  { screen: "attention", label: "Attention" },
] as const;

/** The whole window. A small one shows one column, and a bar that chooses it. */
function App() {
  const route = useStore($route);
  const [pane, setPane] = useState<Pane>(route.screen === "start" ? "list" : "edit");
  const [isListOpen, setIsListOpen] = useState(false);
  const path = route.screen === "edit" ? route.path : null;
  useTitle(path ?? SCREENS.find(({ screen }) => screen === route.screen)?.label ?? "");
  const show = (next: Pane) => {
    setPane(next);
    setIsListOpen(false);
  };

  return (
    <div className="app" data-pane={pane} data-screen={route.screen} data-list={isListOpen ? "open" : "closed"}>
      <TopBar
        screen={route.screen}
        isListOpen={isListOpen}
        onList={() => setIsListOpen(!isListOpen)}
        onFollow={() => show("edit")}
      />
      <nav className="files" aria-label="Files" onKeyDown={({ key }) => key === "Escape" && setIsListOpen(false)}>
        <FileList open={path} onOpen={() => show("edit")} />
      </nav>
      {route.screen === "edit" ? (
        <EditScreen key={route.path} path={route.path} />
      ) : (
        <main className="edit whole">
          <div className="edit-scroll">
            <Screen screen={route.screen} />
          </div>
        </main>
      )}
      <PaneBar pane={pane} hasPreview={route.screen === "edit"} onPane={show} />
    </div>
  );
}

interface TopBarProps {
  readonly screen: Route["screen"];
  readonly isListOpen: boolean;
  readonly onList: () => void;
  /** Called when a link is followed, so that a small screen shows its target. */
  readonly onFollow: () => void;
}

/** The links to the screens, and the state of the site. */
function TopBar({ screen: open, isListOpen, onList, onFollow }: TopBarProps) {
  return (
    <header className="bar">
      <IconButton icon="list" label="Files" className="list-button" aria-expanded={isListOpen} onClick={onList} />
      <Link className="brand" href={BASE} onFollow={onFollow}>
        <span className="brand-mark" aria-hidden="true" />
        Croupier
      </Link>
      <nav className="screens" aria-label="Screens">
        {SCREENS.map(({ screen, label }) => (
          <Link
            key={screen}
            href={`${BASE}${screen}/`}
            onFollow={onFollow}
            aria-current={open === screen ? "page" : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <BuildState />
    </header>
  );
}

interface PaneBarProps {
  readonly pane: Pane;
  readonly hasPreview: boolean;
  readonly onPane: (pane: Pane) => void;
}

/** Chooses the column that a small screen shows. */
function PaneBar({ pane: shown, hasPreview, onPane }: PaneBarProps) {
  return (
    <nav className="panes" aria-label="Columns">
      {PANES.map(({ pane, label, icon }) => (
        <button
          type="button"
          key={pane}
          aria-current={shown === pane ? "true" : undefined}
          disabled={pane === "preview" && !hasPreview}
          onClick={() => onPane(pane)}
        >
          <Icon name={icon} />
          {label}
        </button>
      ))}
    </nav>
  );
}

/** A screen that is not about one file. The start shows the short version of the attention screen. */
function Screen({ screen }: { readonly screen: "start" | (typeof SCREENS)[number]["screen"] }) {
  if (screen === "media") return <MediaScreen />;
  if (screen === "navigation") return <NavigationScreen />;
  return <AttentionScreen isShort={screen === "start"} />;
}

/** Whether the site is built, and how many errors it has. */
function BuildState() {
  const { isConnected, build, errors } = useStore($site);
  const isFailed = build === "failed" || errors > 0;
  const text = !isConnected
    ? "Not connected"
    : build === "building"
      ? "Building…"
      : errors > 0
        ? `${errors} ${errors === 1 ? "error" : "errors"}`
        : build === "failed"
          ? "Build failed"
          : "Up to date";

  return (
    <p className={`build ${!isConnected ? "offline" : isFailed ? "failed" : build}`} role="status">
      {text}
    </p>
  );
}

keepFocus();
refuseOtherDrops();
followHistory();
followSite(new AbortController().signal);
const root = document.getElementById("editor");
if (root) createRoot(root).render(<App />);
