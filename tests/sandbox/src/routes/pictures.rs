//! Pictures of the static host, for coupons and games.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::Named;
use crate::World;
use crate::art;
use crate::call::{Call, Verb};
use crate::catalogue::Picture;
use crate::error::ApiError;
use crate::html;

pub(super) fn calls() -> Vec<Call> {
    vec![
        Call::at(Verb::Get, "/rtgcoupons/{name}", coupon)
            .says("A coupon's picture: its code, .svg.")
            .answers("Picture"),
        Call::at(Verb::Get, "/rtggames/{name}", game)
            .says("A game's picture: game id, hyphen, machine id, .svg.")
            .answers("Picture"),
    ]
}

fn stem(named: &Named) -> Result<&str, ApiError> {
    named.text("name").strip_suffix(".svg").ok_or_else(ApiError::not_found)
}

async fn coupon(State(world): State<Arc<World>>, named: Named) -> Result<Response, ApiError> {
    let offers = world.offers.now();
    let offer = offers.offer(stem(&named)?).filter(|offer| offer.picture == Picture::Drawn);
    Ok(html::svg(art::coupon(offer.ok_or_else(ApiError::not_found)?)))
}

async fn game(State(world): State<Arc<World>>, named: Named) -> Result<Response, ApiError> {
    let drawing = world.games.picture(stem(&named)?).ok_or_else(ApiError::not_found)?;
    Ok(html::svg(drawing))
}
