//! TypeScript types, made from the Rust ones.

use ts_rs::{Config, TS};

use crate::{analysis, api, delta, dice, label, scene, socket, table};

/// The text of `wire.ts`: one exported type for every message.
pub fn typescript() -> String {
    let config = Config::default().with_large_int("number");
    let mut text = String::from("// Made from crates/wire by `cargo xtask types`. Do not edit.\n");
    macro_rules! export {
        ($($t:ty),* $(,)?) => {
            $(text.push_str(&format!("\nexport {}\n", <$t>::decl(&config)));)*
        };
    }
    export!(
        label::Label,
        label::Words,
        scene::Point,
        scene::Shape,
        scene::Site,
        scene::Region,
        scene::Paint,
        scene::Layout,
        scene::Piece,
        scene::Mark,
        scene::Fact,
        scene::Picture,
        scene::Effect,
        scene::Choice,
        scene::Told,
        scene::Card,
        table::Level,
        table::Sitter,
        table::SeatView,
        table::Clock,
        table::Status,
        table::Turn,
        table::Outcome,
        table::LogLine,
        table::ChatLine,
        table::Offers,
        table::Rights,
        table::You,
        table::TableView,
        table::TableSummary,
        delta::PieceChange,
        delta::Facts,
        delta::MoveGroup,
        delta::Made,
        delta::Mover,
        delta::NoPlayer,
        delta::Board,
        socket::ClientMessage,
        socket::ServerMessage,
        socket::HintMove,
        socket::Certainty,
        api::Me,
        api::OptionInfo,
        api::OptionKindInfo,
        api::ValueLabel,
        api::GameInfo,
        api::NewSeat,
        api::NewTable,
        api::Created,
        api::Tables,
        api::ReplayStep,
        api::Replay,
        api::Record,
        api::Transfer,
        api::Invitation,
        api::LegendLine,
        api::Claim,
        api::Failure,
        dice::Dice,
        dice::Wanted,
        dice::Seal,
        dice::Contribution,
        dice::Contribute,
        analysis::Place,
        analysis::AskPosition,
        analysis::ChanceOutcome,
        analysis::PositionView,
        analysis::AskTree,
        analysis::TreeShape,
        analysis::TreeNode,
        analysis::VariationTree,
        analysis::AskLines,
        analysis::EngineLine,
        analysis::OutcomeValue,
        analysis::EngineNews,
    );
    text
}
