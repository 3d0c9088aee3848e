//! Every engine on small games with known answers.

mod alphabeta;
mod every_engine;
mod exact;
mod expectimax;
mod infosets;
mod maxn;
mod plain;
mod rule;
mod search;
mod toys;
