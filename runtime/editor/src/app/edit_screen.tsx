// Opens a file, and shows its editor and its preview.

import { useEffect, useState } from "react";
import { reportOpen } from "../api/calls";
import { messageOf } from "../api/client";
import { tabId } from "../drafts/local_copies";
import { openSession, type Session } from "../drafts/session";
import { Notice } from "../ui/field_frame";
import { Waiting } from "../ui/load";
import { EditPane } from "./edit_pane";
import { $site } from "./site";
import { useStore } from "./store";

/** The screen of one file. `key` is its path, so that each file has a session of its own. */
export function EditScreen({ path }: { readonly path: string }) {
  const site = useStore($site);
  const [session, setSession] = useState<Session | null>(null);
  const [error, setError] = useState("");

  useEffect(() => {
    let isClosed = false;
    let opened: Session | undefined;
    openSession(path).then(
      (it) => {
        opened = it;
        if (isClosed) it.close();
        else setSession(it);
      },
      (problem: unknown) => setError(messageOf(problem)),
    );

    return () => {
      isClosed = true;
      opened?.close();
    };
  }, [path]);

  useEffect(() => {
    if (!session) return;
    if (!site.isConnected) return;
    session.reconnect();
    // A build can also change the problems of a file that it did not change.
    if (site.version > 0) void session.reload();
  }, [session, site.isConnected, site.version]);

  useEffect(() => {
    if (!site.isConnected) return;
    // Only a notice depends on it.
    void reportOpen(tabId(), path).catch(() => undefined);
    return () => void reportOpen(tabId(), null).catch(() => undefined);
  }, [path, site.isConnected]);

  if (error)
    return (
      <main className="edit">
        <div className="screen">
          <h1>{path}</h1>
          <Notice kind="error">{error}</Notice>
        </div>
      </main>
    );
  if (!session)
    return (
      <main className="edit" aria-busy="true">
        <div className="screen">
          <Waiting />
        </div>
      </main>
    );
  return <EditPane session={session} />;
}
