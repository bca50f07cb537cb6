//! A cache of builds that machines share through a folder or an object store, and the exchange of parts of a build.
//!
//! A namespace of the store has an index and packs. The index lists the entries: their digests, and where in a pack their bytes are. A
//! reader requests the index and then only the packs that have an entry which it lacks. A writer adds packs, then replaces the index, and
//! then removes packs that no entry is in.
//!
//! Every entry is compared with its digest. The index can be signed, so that a build with the public key ignores an index that an untrusted
//! job wrote.
//!
//! | module | content |
//! |---|---|
//! | `index` | the entries of a namespace, their ages and the size limit |
//! | `signature` | signing keys and signed indexes |
//! | `remote` | reads and writes a namespace; begin reading here |
//! | `folder_transfer` | sends folders through a store |
//! | `parallel` | requests at the same time |

mod folder_transfer;
mod index;
mod parallel;
mod remote;
mod signature;

pub use folder_transfer::{Sent, TransferError, receive_folders, send_folder};
pub use remote::{Entry, Fetched, Limits, Remote, StoreResult, Stored};
pub use signature::{PublicKey, SigningKey};
