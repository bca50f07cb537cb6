//! Divides an edit into steps, each of which changes one value. Equal values take no step, so that they keep their form.

use crate::conversion::Target;
use crate::edit::{Edit, ValueType};
use crate::format::Format;
use crate::model::{Entry, Model};
use crate::pointer;
use crate::value::Value;

/// A change of one value. Paths are keys and indices.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    /// Replaces a value, which is a list or a table only if the old one is not of the same type.
    Replace { path: Vec<String>, value: Model },
    /// Inserts an item into the list at `path`.
    InsertItem { path: Vec<String>, index: usize, value: Model },
    /// Adds a key to the table at `path`.
    InsertKey { path: Vec<String>, key: String, value: Model },
    /// Removes a key or an item.
    Remove { path: Vec<String> },
    /// Moves an item of the list at `path`. `to` is its index afterwards.
    MoveItem { path: Vec<String>, from: usize, to: usize },
    /// Gives another name to the key at `path`.
    Rename { path: Vec<String>, key: String },
}

impl Step {
    /// Returns the path of the step, for messages.
    pub(crate) fn path(&self) -> &[String] {
        match self {
            Step::Replace { path, .. }
            | Step::InsertItem { path, .. }
            | Step::InsertKey { path, .. }
            | Step::Remove { path }
            | Step::MoveItem { path, .. }
            | Step::Rename { path, .. } => path,
        }
    }

    /// Applies the step to the values. Its path exists.
    pub(crate) fn apply_to(&self, root: &mut Model) {
        match self {
            Step::Replace { path, value } => {
                if let Some(old) = root.at_mut(path) {
                    let is_same_kind = match (&*old, value) {
                        (Model::List(_), Model::List(_)) | (Model::Table(_), Model::Table(_)) => {
                            true
                        }
                        _ => !old.is_collection() && !value.is_collection(),
                    };
                    *old = value.clone();
                    if !is_same_kind {
                        release(root, path);
                    }
                }
            }
            Step::InsertItem { path, index, value } => {
                if let Some(Model::List(items)) = root.at_mut(path) {
                    items.insert(*index, value.clone());
                }
            }
            Step::InsertKey { path, key, value } => {
                if let Some(Model::Table(entries)) = root.at_mut(path) {
                    entries.push(Entry { key: key.clone(), value: value.clone(), is_new: true });
                }
            }
            Step::Remove { path } => {
                let Some((last, parent)) = path.split_last() else { return };
                match (root.at_mut(parent), pointer::index(last)) {
                    (Some(Model::List(items)), Some(index)) => drop(items.remove(index)),
                    (Some(Model::Table(entries)), _) => entries.retain(|it| it.key != *last),
                    _ => {}
                }
                // The first of several dotted keys decides where their table is.
                for length in 1..=parent.len() {
                    release(root, &parent[..length]);
                }
            }
            Step::MoveItem { path, from, to } => {
                if let Some(Model::List(items)) = root.at_mut(path) {
                    let item = items.remove(*from);
                    items.insert(*to, item);
                }
            }
            Step::Rename { path, key } => {
                let Some((last, parent)) = path.split_last() else { return };
                if let Some(Model::Table(entries)) = root.at_mut(parent)
                    && let Some(entry) = entries.iter_mut().find(|it| it.key == *last)
                {
                    entry.key.clone_from(key);
                    entry.is_new = true;
                }
            }
        }
    }
}

/// Lets the format write a key in another place: in TOML, lists and tables with headers are after all other keys.
fn release(root: &mut Model, path: &[String]) {
    let Some((last, parent)) = path.split_last() else { return };
    if let Some(Model::Table(entries)) = root.at_mut(parent)
        && let Some(entry) = entries.iter_mut().find(|it| it.key == *last)
    {
        entry.is_new = true;
    }
}

/// Returns the steps of an edit of values.
pub(crate) fn of(edit: &Edit, root: &Model, format: Format) -> Result<Vec<Step>, String> {
    match edit {
        Edit::Set { pointer, value, value_type } => {
            let target = Target { format, is_date: *value_type == Some(ValueType::Date) };
            target.set(&pointer::parse(pointer)?, value, root)
        }
        Edit::Insert { pointer, value, value_type } => {
            let target = Target { format, is_date: *value_type == Some(ValueType::Date) };
            target.insert(&pointer::parse(pointer)?, value, root)
        }
        Edit::Remove { pointer } => {
            let path = existing(pointer, root)?;
            Ok(vec![Step::Remove { path }])
        }
        Edit::Move { pointer, to } => {
            move_steps(existing(pointer, root)?, &pointer::parse(to)?, root)
        }
        Edit::Body { .. } | Edit::Raw { .. } => Ok(Vec::new()),
    }
}

/// Returns the path of a value that exists and is not the whole file.
fn existing(pointer: &str, root: &Model) -> Result<Vec<String>, String> {
    let path = pointer::parse(pointer)?;
    match root.at(&path) {
        None => Err(format!("There is no value `{pointer}`.")),
        Some(_) if path.is_empty() => {
            Err("The whole file cannot be removed or moved here.".to_owned())
        }
        Some(_) => Ok(path),
    }
}

impl Target {
    fn set(&self, path: &[String], value: &Value, root: &Model) -> Result<Vec<Step>, String> {
        if let Some(old) = root.at(path) {
            let new = self.model(value, Some(old))?;
            let mut steps = Vec::new();
            differences(old, &new, path.to_vec(), &mut steps);
            return Ok(steps);
        }

        // The nearest value around the new one that exists gets the tables that are missing.
        let depth =
            (0..path.len()).rev().find(|depth| root.at(&path[..*depth]).is_some()).unwrap_or(0);
        let (parent, missing) = (&path[..depth], &path[depth + 1..]);
        let key = &path[depth];
        let mut new = self.model(value, None)?;
        for key in missing.iter().rev() {
            new = table(key, new);
        }

        match root.at(parent) {
            Some(Model::Table(_)) => {
                Ok(vec![Step::InsertKey { path: parent.to_vec(), key: key.clone(), value: new }])
            }
            Some(Model::Null) => {
                Ok(vec![Step::Replace { path: parent.to_vec(), value: table(key, new) }])
            }
            Some(Model::List(items)) if pointer::index(key) == Some(items.len()) => {
                Ok(vec![Step::InsertItem { path: parent.to_vec(), index: items.len(), value: new }])
            }
            _ => Err(format!("There is no value `{}`.", pointer::text(&path[..=depth]))),
        }
    }

    fn insert(&self, path: &[String], value: &Value, root: &Model) -> Result<Vec<Step>, String> {
        let name = pointer::text(path);
        let Some((last, parent)) = path.split_last() else {
            return Err("The whole file cannot be inserted.".to_owned());
        };

        match root.at(parent) {
            Some(Model::List(items)) => {
                let index = if last == "-" { Some(items.len()) } else { pointer::index(last) };
                let index = index.filter(|index| *index <= items.len());
                let index = index.ok_or_else(|| format!("There is no position `{name}`."))?;
                // A date in the items next to the new one shows that its text is a date, too.
                let value = self.model(value, items.last())?;
                Ok(vec![Step::InsertItem { path: parent.to_vec(), index, value }])
            }
            Some(Model::Table(_)) if root.at(path).is_some() => {
                Err(format!("The key `{name}` exists already."))
            }
            Some(Model::Table(_)) => {
                let value = self.model(value, None)?;
                Ok(vec![Step::InsertKey { path: parent.to_vec(), key: last.clone(), value }])
            }
            _ => Err(format!("There is no list or table `{}`.", pointer::text(parent))),
        }
    }
}

fn table(key: &str, value: Model) -> Model {
    Model::Table(vec![Entry { key: key.to_owned(), value, is_new: true }])
}

/// Adds the steps that make the value at `path` equal to `new`.
fn differences(old: &Model, new: &Model, path: Vec<String>, steps: &mut Vec<Step>) {
    let child = |part: String| [path.as_slice(), &[part]].concat();
    match (old, new) {
        _ if old.equals(new) => {}
        (Model::Table(olds), Model::Table(news)) => {
            let removed = olds.iter().filter(|entry| new.child(&entry.key).is_none());
            steps.extend(removed.map(|entry| Step::Remove { path: child(entry.key.clone()) }));
            for Entry { key, value, .. } in news {
                match old.child(key) {
                    Some(old) => differences(old, value, child(key.clone()), steps),
                    None => steps.push(Step::InsertKey {
                        path: path.clone(),
                        key: key.clone(),
                        value: value.clone(),
                    }),
                }
            }
        }
        (Model::List(olds), Model::List(news)) => {
            // Equal items at both ends stay, so that a removed or inserted item changes no other one.
            let shorter = olds.len().min(news.len());
            let start = olds.iter().zip(news).take_while(|(a, b)| a.equals(b)).count();
            let from_end =
                olds.iter().rev().zip(news.iter().rev()).take_while(|(a, b)| a.equals(b));
            let end = from_end.count().min(shorter - start);

            let replaced = start..shorter - end;
            for index in replaced.clone() {
                differences(&olds[index], &news[index], child(index.to_string()), steps);
            }
            for index in (replaced.end..olds.len() - end).rev() {
                steps.push(Step::Remove { path: child(index.to_string()) });
            }
            let inserted = news.iter().enumerate().take(news.len() - end).skip(replaced.end);
            steps.extend(inserted.map(|(index, value)| Step::InsertItem {
                path: path.clone(),
                index,
                value: value.clone(),
            }));
        }
        _ => steps.push(Step::Replace { path, value: new.clone() }),
    }
}

/// Returns the steps of a move.
fn move_steps(from: Vec<String>, to: &[String], root: &Model) -> Result<Vec<Step>, String> {
    let (Some((from_last, from_parent)), Some((to_last, to_parent))) =
        (from.split_last(), to.split_last())
    else {
        return Err("The whole file cannot be moved.".to_owned());
    };
    let no_position = || format!("There is no position `{}`.", pointer::text(to));
    if from == to {
        return Ok(Vec::new());
    }
    if to.starts_with(&from) {
        return Err("A value cannot be moved into itself.".to_owned());
    }

    if from_parent == to_parent {
        match root.at(from_parent) {
            Some(Model::List(items)) => {
                let last = items.len().saturating_sub(1);
                let index = if to_last == "-" { Some(last) } else { pointer::index(to_last) };
                let to = index.filter(|index| *index <= last).ok_or_else(no_position)?;
                let from = pointer::index(from_last).ok_or_else(no_position)?;
                let is_moved = from != to;
                let step = Step::MoveItem { path: from_parent.to_vec(), from, to };
                return Ok(if is_moved { vec![step] } else { Vec::new() });
            }
            Some(Model::Table(_)) if root.at(to).is_some() => {
                return Err(format!("The key `{}` exists already.", pointer::text(to)));
            }
            _ => return Ok(vec![Step::Rename { key: to_last.clone(), path: from }]),
        }
    }

    // `to` refers to the values without the moved one.
    let Some(value) = root.at(&from).cloned() else { return Err(no_position()) };
    let remove = Step::Remove { path: from };
    let mut rest = root.clone();
    remove.apply_to(&mut rest);
    let insert = match rest.at(to_parent) {
        Some(Model::List(items)) => {
            let index = if to_last == "-" { Some(items.len()) } else { pointer::index(to_last) };
            let index = index.filter(|index| *index <= items.len()).ok_or_else(no_position)?;
            Step::InsertItem { path: to_parent.to_vec(), index, value }
        }
        Some(Model::Table(_)) if rest.at(to).is_none() => {
            Step::InsertKey { path: to_parent.to_vec(), key: to_last.clone(), value }
        }
        Some(Model::Table(_)) => {
            return Err(format!("The key `{}` exists already.", pointer::text(to)));
        }
        _ => return Err(no_position()),
    };
    Ok(vec![remove, insert])
}
