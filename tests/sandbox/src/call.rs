//! A call as a value: the router is built from the same list as the `OpenAPI` document, so that neither can go stale.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter, on};

use crate::World;

/// A method that section 7 uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    Get,
    Post,
    Put,
    Delete,
}

impl Verb {
    /// In small letters, as `OpenAPI` writes it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Verb::Get => "get",
            Verb::Post => "post",
            Verb::Put => "put",
            Verb::Delete => "delete",
        }
    }

    fn filter(self) -> MethodFilter {
        match self {
            Verb::Get => MethodFilter::GET,
            Verb::Post => MethodFilter::POST,
            Verb::Put => MethodFilter::PUT,
            Verb::Delete => MethodFilter::DELETE,
        }
    }
}

/// One call: what it is, what it takes, what it answers and who does it.
pub(crate) struct Call {
    pub(crate) verb: Verb,
    pub(crate) path: String,
    pub(crate) says: &'static str,
    /// Whether it needs a session.
    pub(crate) session: bool,
    /// Parameters of the query: those without which it is refused, and those that may be left out.
    pub(crate) needs: &'static [&'static str],
    pub(crate) query: &'static [&'static str],
    /// Schema of the body, and its content type.
    pub(crate) body: Option<(&'static str, &'static str)>,
    /// Schema of the answer.
    pub(crate) answer: &'static str,
    pub(crate) handler: MethodRouter<Arc<World>>,
}

impl Call {
    /// A call below the casino's prefix.
    pub(crate) fn api<T: 'static>(
        verb: Verb,
        path: &str,
        handler: impl Handler<T, Arc<World>>,
    ) -> Call {
        Call::at(verb, &format!("{}{path}", crate::PREFIX), handler)
    }

    /// A call beside the prefix.
    pub(crate) fn at<T: 'static>(
        verb: Verb,
        path: &str,
        handler: impl Handler<T, Arc<World>>,
    ) -> Call {
        let handler = on(verb.filter(), handler);
        Call {
            verb,
            path: path.to_owned(),
            says: "",
            session: false,
            needs: &[],
            query: &[],
            body: None,
            answer: "Done",
            handler,
        }
    }

    /// A name of its own for each call, of its method and the fixed parts of its path: `getPlayersActiveCoupon`.
    pub(crate) fn name(&self) -> String {
        let fixed = self
            .path
            .trim_start_matches(crate::PREFIX)
            .split('/')
            .filter(|part| !part.starts_with('{'));
        let words = fixed
            .flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric()))
            .filter(|word| !word.is_empty());
        words.fold(self.verb.name().to_owned(), |name, word| {
            let (first, rest) = word.split_at(1);
            name + &first.to_ascii_uppercase() + rest
        })
    }

    pub(crate) fn says(mut self, says: &'static str) -> Call {
        self.says = says;
        self
    }

    pub(crate) fn session(mut self) -> Call {
        self.session = true;
        self
    }

    /// Parameters of the query without which it is refused.
    pub(crate) fn needs(mut self, needs: &'static [&'static str]) -> Call {
        self.needs = needs;
        self
    }

    /// Parameters of the query that may be left out.
    pub(crate) fn query(mut self, query: &'static [&'static str]) -> Call {
        self.query = query;
        self
    }

    pub(crate) fn takes(mut self, schema: &'static str) -> Call {
        self.body = Some((schema, "application/json"));
        self
    }

    /// Takes the fields of an HTML form.
    pub(crate) fn form(mut self, schema: &'static str) -> Call {
        self.body = Some((schema, "application/x-www-form-urlencoded"));
        self
    }

    /// Whether it lies outside the casino, on an origin of its own.
    pub(crate) fn is_outside(&self) -> bool {
        self.path.starts_with(crate::routes::OUTSIDE)
    }

    pub(crate) fn answers(mut self, schema: &'static str) -> Call {
        self.answer = schema;
        self
    }
}
