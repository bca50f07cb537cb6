//! Templates, data files and files of static/, read again when they changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::query::data::DataFile;
use crate::query::invalidation::Invalidation;
use crate::sources::{Sources, unreadable};
use croupier_base::diagnostic::Diagnostic;
use croupier_base::diagnostic::code::Code;
use croupier_base::disk::ignored;
use croupier_base::disk::static_file::StaticFile;
use croupier_base::disk::text;
use croupier_base::media::image;
use croupier_base::path::{self, OutputPath, SitePath};
use croupier_base::syntax::data;

impl Sources {
    pub(super) fn refresh_templates(&mut self, changed: &[SitePath], changes: &mut Invalidation) {
        if changed.is_empty() {
            return;
        }
        let mut templates = (*self.templates).clone();
        for path in changed {
            templates.remove(path);
            self.errors.remove(path);
            if !self.stamps.contains_key(path) {
                continue;
            }
            match self
                .world
                .read_if_exists(path)
                .map(|it| it.map(|it| String::from_utf8(text::read(path, it))))
            {
                Ok(None) => {}
                Ok(Some(Ok(text))) => {
                    templates.insert(path.clone(), Arc::from(text));
                }
                Ok(Some(Err(_))) => {
                    self.fail(
                        path,
                        Diagnostic::error(Code::NotUtf8, "this file is not UTF-8 text")
                            .hint("save it as UTF-8"),
                    );
                }
                Err(error) => self.fail(path, unreadable(path, &error)),
            }
        }
        changes.templates |= templates != *self.templates;
        self.templates = Arc::new(templates);
    }

    pub(super) fn refresh_data(&mut self, changed: &[SitePath], changes: &mut Invalidation) {
        for path in changed {
            self.note_ignored(path);
        }
        let is_ours =
            |path: &&SitePath| data::name(path).is_some() || data::schema_name(path).is_some();
        if !changed.iter().any(|path| is_ours(&path)) {
            return;
        }
        changes.data = true;
        let paths: Vec<SitePath> = path::entries_with_prefix(&self.stamps, "content/data/")
            .map(|(path, _)| path.clone())
            .collect();
        self.errors
            .retain(|path, _| !path.starts_with("content/data/") || ignored::has_warning(path));
        let read = |path: &SitePath| {
            let bytes =
                self.world.read_if_exists(path).map_err(|error| vec![unreadable(path, &error)])?;
            Ok(bytes.map(|bytes| text::read(path, bytes)))
        };
        let schemas = paths.iter().filter_map(|path| Some((path, data::schema_name(path)?)));
        let schemas: Vec<_> = schemas
            .map(|(path, name)| {
                (
                    path,
                    name,
                    read(path).and_then(|it| it.map(|it| data::schema(path, it)).transpose()),
                )
            })
            .collect();
        let values = paths.iter().filter_map(|path| Some((path, data::name(path)?)));
        let values: Vec<_> = values
            .map(|(path, name)| {
                (
                    path,
                    name,
                    read(path).and_then(|bytes| {
                        let Some(bytes) = bytes else {
                            return Ok(None);
                        };
                        let value = data::read(path, bytes.clone())?;
                        Ok(Some((value, bytes)))
                    }),
                )
            })
            .collect();
        let mut shapes = BTreeMap::new();
        for (path, name, schema) in schemas {
            match schema {
                Ok(schema) => shapes.extend(schema.map(|schema| (name, schema))),
                Err(found) => {
                    self.errors.insert(path.clone(), found);
                }
            }
        }
        let mut data = BTreeMap::new();
        for (path, name, value) in values {
            let (mut value, bytes) = match value {
                Ok(Some(it)) => it,
                Ok(None) => continue,
                Err(found) => {
                    self.errors.insert(path.clone(), found);
                    continue;
                }
            };
            if let Some(shape) = data::schema_names(name).find_map(|name| shapes.get(name)) {
                value = data::typed(path, value, shape);
                let found = data::violations(path, &String::from_utf8_lossy(&bytes), &value, shape);
                if !found.is_empty() {
                    self.errors.insert(path.clone(), found);
                }
            }
            let text = String::from_utf8_lossy(&bytes);
            if data.insert(name.to_owned(), DataFile::new(path, &text, value)).is_some() {
                let error = Diagnostic::error(
                    Code::DataNameTaken,
                    format!("two data files have the name `{name}`"),
                );
                self.fail(
                    path,
                    error.hint("templates know them without their extension; rename one of them"),
                );
            }
        }
        self.data = Arc::new(data);
    }

    /// Warns of a file of content/ that nothing is made of, or forgets the warning when it is gone.
    pub(super) fn note_ignored(&mut self, path: &SitePath) {
        let Some(hint) = ignored::hint(path) else { return };
        self.errors.remove(path);
        if self.stamps.contains_key(path) {
            let found = if path.ends_with(".md") {
                let message = format!("{path} makes a page of its own name");
                Diagnostic::warning(Code::FileIgnored, message).in_file(path)
            } else {
                ignored::warning(path)
            };
            self.errors.insert(path.clone(), vec![found.hint(hint)]);
        }
    }

    pub(super) fn refresh_statics(&mut self, changed: &[SitePath], changes: &mut Invalidation) {
        changes.statics |= !changed.is_empty();
        let mut images = (*self.own_images).clone();
        let mut statics = std::mem::take(&mut self.own_statics);
        let own = Arc::make_mut(&mut statics);
        for path in changed {
            let output = OutputPath::new(&path["static/".len()..]);
            self.errors.remove(path);
            own.remove(&output);
            images.remove(&output);
            if !self.stamps.contains_key(path) {
                continue;
            }
            match self.world.read_if_exists(path) {
                Ok(None) => {}
                Ok(Some(bytes)) => {
                    if image::is_broken_image(&output, &bytes) {
                        let found = Diagnostic::warning(
                            Code::NotAnImage,
                            format!("{path} is no image that can be read"),
                        );
                        self.errors.insert(
                            path.clone(),
                            vec![
                                found
                                    .in_file(path)
                                    .hint("save it again as what its name says, or replace it"),
                            ],
                        );
                    }
                    images
                        .extend(image::dimensions(&output, &bytes).map(|it| (output.clone(), it)));
                    let (published, warning) = self.transform_static(path, &bytes);
                    own.insert(output, StaticFile::new(&published));
                    if let Some(warning) = warning {
                        self.errors.insert(path.clone(), vec![warning]);
                    }
                }
                Err(error) => drop(
                    self.errors.insert(path.clone(), vec![unreadable(path, &error).in_file(path)]),
                ),
            }
        }
        self.own_statics = statics;
        if images != *self.own_images {
            self.own_images = Arc::new(images);
        }
    }
}
