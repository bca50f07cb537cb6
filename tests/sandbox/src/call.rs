//! Declarations of API calls. The router and the `OpenAPI` document are built from the same list,
//! so they always agree.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{MethodFilter, MethodRouter, on};

use crate::AppState;

/// An HTTP method that section 7 uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum HttpMethod {
    Get,
    Post,
    Put,
    Delete,
}

impl HttpMethod {
    /// Returns the name of the method in lower case, as the `OpenAPI` document needs it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            HttpMethod::Get => "get",
            HttpMethod::Post => "post",
            HttpMethod::Put => "put",
            HttpMethod::Delete => "delete",
        }
    }

    fn filter(self) -> MethodFilter {
        match self {
            HttpMethod::Get => MethodFilter::GET,
            HttpMethod::Post => MethodFilter::POST,
            HttpMethod::Put => MethodFilter::PUT,
            HttpMethod::Delete => MethodFilter::DELETE,
        }
    }
}

/// An API call: its route, description, parameters, schemas and handler.
pub(crate) struct Call {
    pub(crate) method: HttpMethod,
    pub(crate) path: String,
    pub(crate) summary: &'static str,
    /// Whether the call requires a session.
    pub(crate) requires_session: bool,
    /// Names of the required query parameters.
    pub(crate) required_query: &'static [&'static str],
    /// Names of the optional query parameters.
    pub(crate) optional_query: &'static [&'static str],
    /// Name of the schema of the request body, and its content type.
    pub(crate) body: Option<(&'static str, &'static str)>,
    /// Name of the schema of the response.
    pub(crate) response: &'static str,
    pub(crate) handler: MethodRouter<Arc<AppState>>,
}

impl Call {
    /// Creates a call whose path is below the prefix of the casino.
    pub(crate) fn api<T: 'static>(
        method: HttpMethod,
        path: &str,
        handler: impl Handler<T, Arc<AppState>>,
    ) -> Call {
        Call::at(method, &format!("{}{path}", crate::PREFIX), handler)
    }

    /// Creates a call whose path is outside the prefix of the casino.
    pub(crate) fn at<T: 'static>(
        method: HttpMethod,
        path: &str,
        handler: impl Handler<T, Arc<AppState>>,
    ) -> Call {
        let handler = on(method.filter(), handler);
        Call {
            method,
            path: path.to_owned(),
            summary: "",
            requires_session: false,
            required_query: &[],
            optional_query: &[],
            body: None,
            response: "Done",
            handler,
        }
    }

    /// Returns the operation id, which consists of the method and the fixed segments of the path,
    /// for example `getPlayersActiveCoupon`.
    pub(crate) fn operation_id(&self) -> String {
        let fixed = self
            .path
            .trim_start_matches(crate::PREFIX)
            .split('/')
            .filter(|part| !part.starts_with('{'));
        let words = fixed
            .flat_map(|part| part.split(|c: char| !c.is_ascii_alphanumeric()))
            .filter(|word| !word.is_empty());
        words.fold(self.method.name().to_owned(), |name, word| {
            let (first, tail) = word.split_at(1);
            name + &first.to_ascii_uppercase() + tail
        })
    }

    pub(crate) fn summary(mut self, text: &'static str) -> Call {
        self.summary = text;
        self
    }

    pub(crate) fn requires_session(mut self) -> Call {
        self.requires_session = true;
        self
    }

    /// Sets the required query parameters.
    pub(crate) fn required_query(mut self, names: &'static [&'static str]) -> Call {
        self.required_query = names;
        self
    }

    /// Sets the optional query parameters.
    pub(crate) fn optional_query(mut self, names: &'static [&'static str]) -> Call {
        self.optional_query = names;
        self
    }

    pub(crate) fn json_body(mut self, schema: &'static str) -> Call {
        self.body = Some((schema, "application/json"));
        self
    }

    /// Sets the schema of the request body, which is URL-encoded like an HTML form.
    pub(crate) fn form_body(mut self, schema: &'static str) -> Call {
        self.body = Some((schema, "application/x-www-form-urlencoded"));
        self
    }

    /// Whether the call belongs to an external service, which has a separate origin.
    pub(crate) fn is_external(&self) -> bool {
        self.path.starts_with(crate::routes::EXTERNAL_PREFIX)
    }

    pub(crate) fn response(mut self, schema: &'static str) -> Call {
        self.response = schema;
        self
    }
}
