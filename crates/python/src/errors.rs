//! Exceptions, each with a sentence that says what to do.

use parlour_core::notation::Problem;
use parlour_core::{NotationError as CoreNotationError, OptionError as CoreOptionError};
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(parlour, Error, PyValueError, "The base of all exceptions of this package.");
create_exception!(parlour, NotationError, Error, "A text does not have the form of its kind.");
create_exception!(parlour, IllegalActionError, Error, "An action or a position breaks a rule.");
create_exception!(
    parlour,
    OptionError,
    Error,
    "A game has no such option, or not with this value."
);
create_exception!(parlour, PlayerError, Error, "No such computer player plays this game.");
create_exception!(parlour, RecordError, Error, "A record cannot be read or written.");

/// A refused text as an exception.
pub(crate) fn refused(error: &CoreNotationError) -> PyErr {
    match error.problem {
        Problem::Syntax => NotationError::new_err(error.to_string()),
        Problem::Illegal => IllegalActionError::new_err(error.to_string()),
    }
}

/// A refused option as an exception.
pub(crate) fn bad_option(error: &CoreOptionError) -> PyErr {
    OptionError::new_err(error.to_string())
}

/// Adds the exceptions to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("Error", py.get_type::<Error>())?;
    module.add("NotationError", py.get_type::<NotationError>())?;
    module.add("IllegalActionError", py.get_type::<IllegalActionError>())?;
    module.add("OptionError", py.get_type::<OptionError>())?;
    module.add("PlayerError", py.get_type::<PlayerError>())?;
    module.add("RecordError", py.get_type::<RecordError>())
}
