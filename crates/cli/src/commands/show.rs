//! `parlour show`: a position as text, picture or data.
pub fn x(){}
