//! Which browser tabs have which file open, so that each of them can say so, and none takes the draft of another one.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::editor::Editor;
use crate::editor::reply::Reply;

/// The connected tabs, by the id that each one chose.
#[derive(Debug, Default)]
pub(super) struct Presence {
    clients: Mutex<BTreeMap<String, Client>>,
}

/// A tab. While it loads again, it has two connections.
#[derive(Debug, Default)]
struct Client {
    connections: usize,
    path: Option<String>,
}

impl Presence {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Client>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a tab is connected.
    pub(super) fn has(&self, client: &str) -> bool {
        self.lock().get(client).is_some_and(|it| it.connections > 0)
    }

    /// Returns the number of tabs that have a file open, by its path.
    fn counts(&self) -> BTreeMap<String, usize> {
        let mut counts = BTreeMap::new();
        let clients = self.lock();
        let connected = clients.values().filter(|it| it.connections > 0);
        for path in connected.filter_map(|it| it.path.as_ref()) {
            *counts.entry(path.clone()).or_default() += 1;
        }
        counts
    }
}

/// The connection of a tab. Dropping it means that the tab is gone.
pub(super) struct Connection {
    editor: Arc<Editor>,
    client: String,
}

impl Connection {
    /// Adds the connection of a tab.
    pub(super) fn new(editor: &Arc<Editor>, client: String) -> Connection {
        editor.presence.lock().entry(client.clone()).or_default().connections += 1;
        editor.announce_presence();
        Connection { editor: Arc::clone(editor), client }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let mut clients = self.editor.presence.lock();
        if let Some(client) = clients.get_mut(&self.client) {
            client.connections = client.connections.saturating_sub(1);
            if client.connections == 0 {
                clients.remove(&self.client);
            }
        }
        drop(clients);
        self.editor.announce_presence();
    }
}

/// The file that a tab opens. None if it closes its file.
#[derive(Debug, Deserialize)]
pub(super) struct Opened {
    client: String,
    path: Option<String>,
}

/// Records the file that a tab has open.
pub(super) async fn open(
    State(editor): State<Arc<Editor>>,
    Json(Opened { client, path }): Json<Opened>,
) -> Reply {
    let mut clients = editor.presence.lock();
    // A tab can open a file before it is connected, and close one when it is gone.
    let is_gone = path.is_none() && clients.get(&client).is_none_or(|it| it.connections == 0);
    if is_gone {
        clients.remove(&client);
    } else {
        clients.entry(client).or_default().path = path;
    }
    drop(clients);
    editor.announce_presence();
    Ok(Json(json!({})))
}

impl Editor {
    /// Sends the number of tabs of each open file to all tabs.
    fn announce_presence(&self) {
        let counts = json!(self.presence.counts());
        self.events.send_if_modified(|value: &mut Value| {
            let is_other = value["open"] != counts;
            value["open"] = counts;
            is_other
        });
    }
}
