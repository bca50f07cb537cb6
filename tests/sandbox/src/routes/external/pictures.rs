//! Pictures of the static host, for coupons and games.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use crate::AppState;
use crate::call::{Call, HttpMethod};
use crate::error::ApiError;
use crate::games::Games;
use crate::html;
use crate::offers::catalogue::Picture;
use crate::offers::picture;
use crate::routes::PathParameters;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(HttpMethod::Get, "/rtgcoupons/{name}", coupon)
            .summary("Returns the picture of a coupon; the name is the code and .svg.")
            .response("Picture"),
        Call::at(HttpMethod::Get, "/rtggames/{name}", game)
            .summary(
                "Returns the picture of a game; the name is game id, hyphen, machine id and .svg.",
            )
            .response("Picture"),
    ]
}

fn stem(path: &PathParameters) -> Result<&str, ApiError> {
    path.text("name").strip_suffix(".svg").ok_or_else(ApiError::not_found)
}

async fn coupon(
    State(state): State<Arc<AppState>>,
    path: PathParameters,
) -> Result<Response, ApiError> {
    let offers = state.offers.current();
    let offer = offers.offer(stem(&path)?).filter(|offer| offer.picture == Picture::Drawn);
    Ok(html::svg(picture::coupon(offer.ok_or_else(ApiError::not_found)?)))
}

async fn game(path: PathParameters) -> Result<Response, ApiError> {
    let drawing = Games::picture(path.text("name")).ok_or_else(ApiError::not_found)?;
    Ok(html::svg(drawing.to_owned()))
}
