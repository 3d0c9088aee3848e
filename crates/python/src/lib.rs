//! Parlour's games for Python: the module `parlour._parlour`, on which the package `parlour` is built.
//!
//! # Where to change what
//! - Arrays of the vector environment: `vector.rs` (types and layout), `lanes.rs` (filling; the reward:
//!   `reward_of`). `_parlour.pyi` and `docs/python.md` repeat them.
//! - What a bot does at a table: `python/parlour/table.py`. `docs/api.md` opens with the same conversation.

mod errors;
mod game;
mod lanes;
mod numbers;
mod picture;
mod record;
mod search;
mod state;
mod vector;
mod wait;

use pyo3::prelude::*;

#[pymodule(gil_used = false)]
fn _parlour(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::register(module)?;
    module.add_class::<game::Game>()?;
    module.add_class::<game::Plane>()?;
    module.add_class::<state::State>()?;
    module.add_class::<state::View>()?;
    module.add_class::<search::Line>()?;
    module.add_class::<search::Analysis>()?;
    module.add_class::<search::Player>()?;
    module.add_class::<search::Solution>()?;
    module.add_class::<vector::Batch>()?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    module.add_function(wrap_pyfunction!(game::game, module)?)?;
    module.add_function(wrap_pyfunction!(game::_game, module)?)?;
    module.add_function(wrap_pyfunction!(state::_state, module)?)?;
    module.add_function(wrap_pyfunction!(search::analyse, module)?)?;
    module.add_function(wrap_pyfunction!(search::solve, module)?)?;
    module.add_function(wrap_pyfunction!(record::_read_record, module)?)?;
    module.add_function(wrap_pyfunction!(record::_write_record, module)?)
}
