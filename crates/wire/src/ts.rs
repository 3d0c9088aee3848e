//! TypeScript types, made from the Rust ones.

use std::collections::BTreeMap;

use ts_rs::{Config, TS, TypeVisitor};

use crate::{analysis, api, dice, lessons, report, socket, table};

/// The text of `wire.ts`: one exported type for every message and every part of one.
pub fn typescript() -> String {
    let mut types =
        Types { config: Config::default().with_large_int("number"), found: BTreeMap::new() };
    macro_rules! messages {
        ($($t:ty),* $(,)?) => {
            $(types.visit::<$t>();)*
        };
    }
    messages!(
        socket::ClientRequest,
        socket::ClientMessage,
        socket::MessageId,
        socket::MoveVerdict,
        socket::ServerMessage,
        table::TableView,
        api::Me,
        api::GameInfo,
        api::NewTable,
        api::Created,
        api::Tables,
        api::Replay,
        api::Record,
        api::Transfer,
        api::Invitation,
        api::LegendLine,
        api::Claim,
        api::Failure,
        report::ReportState,
        report::AskAttempt,
        report::AttemptJudged,
        parlour_analysis::Knowledge,
        dice::Dice,
        dice::Contribute,
        analysis::AskPosition,
        analysis::PositionView,
        analysis::AskTree,
        analysis::AskRepair,
        analysis::Repair,
        analysis::AskSetup,
        analysis::Setup,
        analysis::VariationTree,
        analysis::NewStudy,
        analysis::MadeStudy,
        analysis::ChangeStudy,
        analysis::RevertStudy,
        analysis::StudyVersions,
        analysis::StudyVersion,
        analysis::StoredStudy,
        analysis::AskLines,
        analysis::EngineNews,
        lessons::CourseInfo,
        lessons::LessonMoves,
        lessons::LessonView,
        lessons::LessonQuestion,
        lessons::LessonAnswer,
        lessons::LessonHint,
        lessons::PuzzleList,
        lessons::LessonText,
        lessons::LessonCheck,
    );
    let head = "// Made from crates/wire by `cargo xtask types`. Do not edit.\n";
    let found = types.found.values().map(String::as_str);
    std::iter::once(head).chain(found).collect()
}

/// The declarations of the types that were found, by name.
struct Types {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Numbers, texts and lists have no file to be written to, and need no declaration.
        let name = T::output_path().map(|_| T::ident(&self.config));
        let Some(name) = name.filter(|name| !self.found.contains_key(name)) else { return };
        let text = format!("\nexport {}\n", T::decl(&self.config));
        // A comment of one line stands on one.
        let text = text.replace("\n/**\n * ", "\n/** ").replace("\n */\n", " */\n");
        self.found.insert(name, text.replace(", \n", ",\n").replace("{ \n", "{\n"));
        T::visit_dependencies(self);
    }
}
