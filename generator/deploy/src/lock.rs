//! The lock of a target, so that deployments run one after another. It expires unless its owner renews it.

#![expect(clippy::disallowed_methods, reason = "reads the identity of this machine")]

use std::fs;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::layout::LOCK;
use crate::store::{Condition, Store, StoreError};
use croupier_base::fingerprint::hex;

/// Seconds after which a lock expires that its owner does not renew.
const LEASE: i64 = 60;
/// Time between two renewals.
pub(crate) const RENEWAL: Duration = Duration::from_secs(20);
/// Time between two looks at the lock of another deployment.
const POLL: Duration = Duration::from_secs(1);

/// The clock of deployments.
pub trait Clock: Sync {
    /// Returns the current time in epoch seconds.
    fn now(&self) -> i64;

    /// Waits.
    fn wait(&self, time: Duration);
}

/// The clock of the system.
#[derive(Debug, Clone, Copy)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> i64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(now.as_secs()).unwrap_or(i64::MAX)
    }

    fn wait(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// The content of the lock file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Holder {
    /// Identifies the deployment.
    owner: String,
    /// The user.
    by: Option<String>,
    /// Identifies the processes of a machine or container, if the system reports it.
    machine: Option<String>,
    /// The process.
    process: u32,
    /// When the lock expires by the clock of its owner, in epoch seconds. Other machines only compare it with the value before, because
    /// their clocks can differ.
    expires_at: i64,
}

impl Holder {
    /// Describes this process.
    pub(crate) fn this_process(by: Option<&str>) -> Holder {
        let machine = machine();
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let process = std::process::id();
        let owner = hex(format!("{machine:?} {process} {}", started.as_nanos()).as_bytes());
        Holder { owner, by: by.map(str::to_owned), machine, process, expires_at: 0 }
    }

    /// Returns whether it is a process of this machine that has ended.
    fn has_ended(&self, own: &Holder) -> bool {
        let is_here = self.machine.is_some() && self.machine == own.machine;
        is_here && !is_running(self.process)
    }

    fn bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a lock is plain data")
    }
}

/// Returns a text that is the same for all processes that see each other.
fn machine() -> Option<String> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let namespace = rustix::fs::readlink("/proc/self/ns/pid", Vec::new()).ok()?;
    Some(hex(format!("{boot} {namespace:?}").as_bytes()))
}

/// Returns whether a process of this machine is running.
fn is_running(process: u32) -> bool {
    let id = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw);
    // A process of another user answers with an error too.
    id.is_some_and(|id| rustix::process::test_kill_process(id) != Err(rustix::io::Errno::SRCH))
}

/// The lock of a target. Dropping it removes the lock file.
pub(crate) struct Lock<'a> {
    store: &'a dyn Store,
    clock: &'a dyn Clock,
    holder: Holder,
    /// The condition of the next renewal. `None` after the lock is lost.
    condition: Mutex<Option<Condition>>,
}

/// The reason why a target cannot be locked.
pub(crate) enum LockError {
    /// Another deployment is running, by this user.
    Held(Option<String>),
    /// The store failed.
    Store(StoreError),
}

impl<'a> Lock<'a> {
    /// Locks a target. Waits a minute for another deployment, after a call of `waiting` with its user and the number of seconds. Then takes
    /// over a lock that a killed deployment left, and fails if the lock was renewed, or another deployment got it.
    pub(crate) fn acquire(
        store: &'a dyn Store,
        clock: &'a dyn Clock,
        holder: &Holder,
        waiting: &dyn Fn(Option<&str>, i64),
    ) -> Result<Lock<'a>, LockError> {
        let start = clock.now();
        // The lock of the other deployment, and when it was first seen.
        let mut seen: Option<(Holder, i64)> = None;
        let mut condition = Condition::Absent;

        loop {
            let holder = Holder { expires_at: clock.now() + LEASE, ..holder.clone() };
            match store.write_if(LOCK, holder.bytes(), &condition) {
                Ok(version) => {
                    let condition = Mutex::new(Some(Condition::Unchanged(version)));
                    return Ok(Lock { store, clock, holder, condition });
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(LockError::Store(error)),
            }

            let Some(stored) = store.read(LOCK).map_err(LockError::Store)? else {
                condition = Condition::Absent;
                continue;
            };

            let other: Option<Holder> = serde_json::from_slice(&stored.bytes).ok();
            match other {
                // The response to the first attempt was lost, and the store tried again.
                Some(other) if other.owner == holder.owner => {
                    let condition = Mutex::new(Some(Condition::Unchanged(stored.version)));
                    return Ok(Lock { store, clock, holder: other, condition });
                }
                Some(other) if !other.has_ended(&holder) => {
                    if seen.is_none() {
                        waiting(other.by.as_deref(), LEASE);
                    }

                    let now = clock.now();
                    let since = match &seen {
                        Some((before, since)) if *before == other => *since,
                        _ => now,
                    };
                    if now - since >= LEASE {
                        condition = Condition::Unchanged(stored.version);
                    } else if now - start >= LEASE {
                        return Err(LockError::Held(other.by));
                    } else {
                        seen = Some((other, since));
                        condition = Condition::Absent;
                        clock.wait(POLL);
                    }
                }
                // An unreadable lock is as good as an expired one.
                _ => condition = Condition::Unchanged(stored.version),
            }
        }
    }

    /// Returns whether the store obeys conditions of writes: it refuses to create the lock a second time.
    pub(crate) fn is_exclusive(&self) -> Result<bool, StoreError> {
        match self.store.write_if(LOCK, self.holder.bytes(), &Condition::Absent) {
            Err(StoreError::Conflict) => Ok(true),
            Ok(version) => {
                *self.condition() = Some(Condition::Unchanged(version));
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Extends the lock. Afterwards, [`Lock::is_lost`] says whether another deployment has taken it over.
    pub(crate) fn renew(&self) {
        let holder = Holder { expires_at: self.clock.now() + LEASE, ..self.holder.clone() };
        let mut condition = self.condition();
        let Some(current) = condition.as_ref() else { return };
        match self.store.write_if(LOCK, holder.bytes(), current) {
            Ok(version) => *condition = Some(Condition::Unchanged(version)),
            // The store may have applied a write whose response was lost.
            Err(StoreError::Conflict) => {
                let own = self.store.read(LOCK).ok().flatten().filter(|stored| {
                    serde_json::from_slice(&stored.bytes)
                        .is_ok_and(|other: Holder| other.owner == self.holder.owner)
                });
                *condition = own.map(|stored| Condition::Unchanged(stored.version));
            }
            // The next renewal tries again, and the lock is valid until then.
            Err(_) => {}
        }
    }

    /// Returns whether another deployment has the lock now.
    pub(crate) fn is_lost(&self) -> bool {
        self.condition().is_none()
    }

    fn condition(&self) -> MutexGuard<'_, Option<Condition>> {
        self.condition.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Lock<'_> {
    fn drop(&mut self) {
        // The lock may be lost without notice.
        self.renew();
        if !self.is_lost() {
            // After a failure, the lock expires.
            let _ = self.store.remove(LOCK);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_store::{MemoryStore, TestClock};

    /// A lock of another machine that expires in a minute.
    fn other() -> Holder {
        Holder {
            owner: "other".to_owned(),
            by: Some("ada".to_owned()),
            machine: Some("elsewhere".to_owned()),
            process: 1,
            expires_at: LEASE,
        }
    }

    fn acquire<'a>(store: &'a MemoryStore, clock: &'a TestClock) -> Result<Lock<'a>, LockError> {
        Lock::acquire(store, clock, &Holder::this_process(None), &|_, _| {})
    }

    #[test]
    fn a_running_deployment_keeps_its_lock() {
        let store = MemoryStore::default();
        store.insert(LOCK, other().bytes());
        let renewed = Holder { expires_at: LEASE + 20, ..other() };
        let clock = TestClock::new(|now| {
            if now == 20 {
                store.insert(LOCK, renewed.bytes());
            }
        });
        let held = acquire(&store, &clock);
        assert!(matches!(held, Err(LockError::Held(Some(by))) if by == "ada"));
        assert_eq!(clock.now(), LEASE);
    }

    #[test]
    fn a_deployment_waits_for_all_that_get_the_lock_before_it() {
        let store = MemoryStore::default();
        store.insert(LOCK, other().bytes());
        let clock = TestClock::new(|now| match now {
            3 => store.insert(LOCK, Holder { owner: "third".to_owned(), ..other() }.bytes()),
            20 => store.insert(LOCK, Holder { owner: "fourth".to_owned(), ..other() }.bytes()),
            50 => store.remove(LOCK).unwrap(),
            _ => {}
        });
        assert!(acquire(&store, &clock).is_ok());
        assert_eq!(clock.now(), 50);
    }

    #[test]
    fn the_lock_of_a_killed_deployment_is_taken_over_when_it_expires() {
        let store = MemoryStore::default();
        let clock = TestClock::new(|_| {});
        store.insert(LOCK, other().bytes());
        let lock = acquire(&store, &clock).ok().unwrap();
        assert_eq!(clock.now(), LEASE);
        assert!(lock.is_exclusive().unwrap() && !lock.is_lost());
        drop(lock);
        assert_eq!(store.read(LOCK), Ok(None));
    }

    #[test]
    fn the_clock_of_another_machine_does_not_matter() {
        let store = MemoryStore::default();
        // By this clock, the lock expired long ago, or expires much later.
        for expires_at in [-1000, 100_000] {
            let held = Holder { expires_at, ..other() };
            store.insert(LOCK, held.bytes());
            let renewed = Holder { expires_at: expires_at + 20, ..other() };
            let clock = TestClock::new(|now| {
                if now == 20 {
                    store.insert(LOCK, renewed.bytes());
                }
            });
            assert!(matches!(acquire(&store, &clock), Err(LockError::Held(_))), "{expires_at}");

            store.insert(LOCK, held.bytes());
            let clock = TestClock::new(|_| {});
            assert!(acquire(&store, &clock).is_ok());
            assert_eq!(clock.now(), LEASE, "{expires_at}");
        }
    }

    #[test]
    fn the_lock_of_a_process_that_ended_on_this_machine_is_taken_over_at_once() {
        let store = MemoryStore::default();
        let clock = TestClock::new(|_| {});
        let mut child = std::process::Command::new("true").spawn().unwrap();
        child.wait().unwrap();
        let own = Holder::this_process(None);
        let ended = Holder { machine: own.machine.clone(), process: child.id(), ..other() };
        store.insert(LOCK, ended.bytes());
        assert!(acquire(&store, &clock).is_ok());
        assert_eq!(clock.now(), 0);
        store.insert(LOCK, b"damaged".to_vec());
        assert!(acquire(&store, &clock).is_ok());
    }

    #[test]
    fn a_lock_that_another_deployment_took_over_is_lost_and_stays() {
        let store = MemoryStore::default();
        let clock = TestClock::new(|_| {});
        let lock = acquire(&store, &clock).ok().unwrap();
        lock.renew();
        assert!(!lock.is_lost());
        store.insert(LOCK, other().bytes());
        lock.renew();
        assert!(lock.is_lost());
        drop(lock);
        assert_eq!(store.read(LOCK).unwrap().unwrap().bytes, other().bytes());
    }

    #[test]
    fn a_store_that_ignores_conditions_is_detected() {
        let store = MemoryStore::without_conditions();
        let clock = TestClock::new(|_| {});
        assert!(!acquire(&store, &clock).ok().unwrap().is_exclusive().unwrap());
    }
}
