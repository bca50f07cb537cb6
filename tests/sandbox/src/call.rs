//! Declarations of API calls. The router and the `OpenAPI` document are built from the same list,
//! so they always agree.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter, on};

use crate::World;

/// An HTTP method that section 7 uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    Get,
    Post,
    Put,
    Delete,
}

impl Verb {
    /// Returns the name of the method in lower case, as the `OpenAPI` document needs it.
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

/// An API call: its route, description, parameters, schemas and handler.
pub(crate) struct Call {
    pub(crate) verb: Verb,
    pub(crate) path: String,
    pub(crate) says: &'static str,
    /// Whether the call requires a session.
    pub(crate) session: bool,
    /// Query parameters: `needs` are required, `query` are optional.
    pub(crate) needs: &'static [&'static str],
    pub(crate) query: &'static [&'static str],
    /// Name of the schema of the request body, and its content type.
    pub(crate) body: Option<(&'static str, &'static str)>,
    /// Name of the schema of the response.
    pub(crate) answer: &'static str,
    pub(crate) handler: MethodRouter<Arc<World>>,
}

impl Call {
    /// Creates a call whose path is below the prefix of the casino.
    pub(crate) fn api<T: 'static>(
        verb: Verb,
        path: &str,
        handler: impl Handler<T, Arc<World>>,
    ) -> Call {
        Call::at(verb, &format!("{}{path}", crate::PREFIX), handler)
    }

    /// Creates a call whose path is outside the prefix of the casino.
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

    /// Returns the operation id, which consists of the method and the fixed segments of the path,
    /// for example `getPlayersActiveCoupon`.
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

    /// Sets the required query parameters.
    pub(crate) fn needs(mut self, needs: &'static [&'static str]) -> Call {
        self.needs = needs;
        self
    }

    /// Sets the optional query parameters.
    pub(crate) fn query(mut self, query: &'static [&'static str]) -> Call {
        self.query = query;
        self
    }

    pub(crate) fn takes(mut self, schema: &'static str) -> Call {
        self.body = Some((schema, "application/json"));
        self
    }

    /// Sets the schema of the request body, which is URL-encoded like an HTML form.
    pub(crate) fn form(mut self, schema: &'static str) -> Call {
        self.body = Some((schema, "application/x-www-form-urlencoded"));
        self
    }

    /// Whether the call belongs to an external service, which has a separate origin.
    pub(crate) fn is_outside(&self) -> bool {
        self.path.starts_with(crate::routes::OUTSIDE)
    }

    pub(crate) fn answers(mut self, schema: &'static str) -> Call {
        self.answer = schema;
        self
    }
}
