//! Previews in folders at a host: their list, and their removal.

use std::collections::BTreeSet;

use crate::deployment::DeployError;
use crate::layout::{PREVIEWS, RELEASES, release_of_key};
use crate::previews::{PreviewIndex, purge_removed};
use crate::versioned::connection::{Connection, HeldConnection, VersionedFolder};
use crate::versioned::{Releases, VersionedPlace, VersionedTarget, read_manifest};

/// Lists the names of the files in a folder, which need not exist.
const LIST: &str = r#"cd "$1/$2" 2>/dev/null || exit 0; ls -1"#;

/// Writes a file. Several previews can be deployed at the same time, so that each has a temporary file of its own.
const WRITE: &str = r#"mkdir -p "$1/.croupier/previews" && cd "$1/.croupier/previews" || exit 1
cat > "$2.$$" && [ "$(wc -c < "$2.$$")" -eq "$3" ] && mv -f "$2.$$" "$2""#;

fn names(connection: &Connection<'_>, folder: &str) -> Result<Vec<String>, DeployError> {
    let output = connection.run(LIST, &[folder], &[])?;
    let mut names: Vec<String> =
        String::from_utf8_lossy(&output).lines().map(str::to_owned).collect();
    names.sort();
    Ok(names)
}

impl PreviewIndex for VersionedFolder {
    fn names(&self) -> Result<Vec<String>, DeployError> {
        names(&Connection::new(self), PREVIEWS)
    }

    fn read(&self, name: &str) -> Result<Option<Vec<u8>>, DeployError> {
        Connection::new(self).read(&format!("{PREVIEWS}{name}"))
    }

    fn write(&self, name: &str, bytes: Vec<u8>) -> Result<(), DeployError> {
        let size = bytes.len().to_string();
        Connection::new(self).run(WRITE, &[name, &size], &bytes)?;
        Ok(())
    }

    fn remove(&self, name: &str) -> Result<(), DeployError> {
        let script = r#"rm -f "$1/$2""#;
        Connection::new(self).run(script, &[&format!("{PREVIEWS}{name}")], &[])?;
        Ok(())
    }
}

impl VersionedTarget<'_> {
    /// Removes all files of the releases of a folder, and no file that no manifest lists. `is_due` is asked after the target is locked,
    /// and `finish` is called before it is unlocked. Returns the number of removed files, or `None` if the removal is not due.
    ///
    /// A removal that was stopped is completed by the next one.
    pub fn remove_site(
        &self,
        is_due: &dyn Fn() -> Result<bool, DeployError>,
        finish: &dyn Fn() -> Result<(), DeployError>,
    ) -> Result<Option<usize>, DeployError> {
        let VersionedPlace::Folder(folder) = &self.place else {
            return Err(DeployError::Usage("the releases of a store are not removed".to_owned()));
        };

        let connection = HeldConnection::lock(folder)?;
        if !is_due()? {
            return Ok(None);
        }

        let mut ids = Vec::new();
        for name in names(&connection, RELEASES)? {
            ids.extend(release_of_key(&format!("{RELEASES}{name}")).map(str::to_owned));
        }

        let mut manifests = Vec::new();
        for id in &ids {
            manifests.extend(read_manifest(&*connection, id)?);
        }

        connection.hide()?;
        purge_removed(&manifests, &self.options)?;
        for id in &ids {
            connection.remove(id, &manifests, &BTreeSet::new())?;
        }

        finish()?;
        connection.remove_folder()?;

        let paths: BTreeSet<_> = manifests.iter().flat_map(|it| it.files.paths()).collect();
        Ok(Some(paths.len()))
    }
}
