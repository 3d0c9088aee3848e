//! Rows of a board as text: signs for what stands there, numbers for runs of empty places, as in
//! `2ld5`.

/// Adds a row to `text`: the sign of each place in order, `None` for an empty one.
pub fn write_row<S: AsRef<str>>(text: &mut String, places: impl IntoIterator<Item = Option<S>>) {
    let mut empty = 0u32;
    let end_run = |text: &mut String, empty: &mut u32| {
        if *empty > 0 {
            text.push_str(&empty.to_string());
        }
        *empty = 0;
    };
    for place in places {
        match place {
            None => empty += 1,
            Some(sign) => {
                end_run(text, &mut empty);
                text.push_str(sign.as_ref());
            }
        }
    }
    end_run(text, &mut empty);
}

/// Why a row cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowFault<E> {
    /// It has more or fewer places than it should.
    Length,
    /// A number of empty places is 0, or begins with it.
    Zero,
    /// A sign was refused.
    Sign(E),
}

/// Reads a row of this number of places and hands over each sign with its place, from 0. A sign is one
/// character; a `suffix` behind it belongs to it.
pub fn read_row<E>(
    text: &str,
    length: usize,
    suffix: Option<char>,
    mut put: impl FnMut(usize, &str) -> Result<(), E>,
) -> Result<(), RowFault<E>> {
    let (mut at, mut rest) = (0usize, text);
    while let Some(first) = rest.chars().next() {
        let (part, empty) = if first.is_ascii_digit() {
            (rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()), true)
        } else {
            let sign = first.len_utf8();
            let behind = suffix.filter(|&suffix| rest[sign..].starts_with(suffix));
            (sign + behind.map_or(0, char::len_utf8), false)
        };
        let (part, after) = rest.split_at(part);
        let places = match first {
            '0' => return Err(RowFault::Zero),
            _ if empty => part.parse().ok(),
            _ => Some(1usize),
        };
        let end = places.and_then(|places| at.checked_add(places));
        let end = end.filter(|&end| end <= length).ok_or(RowFault::Length)?;
        if !empty {
            put(at, part).map_err(RowFault::Sign)?;
        }
        (at, rest) = (end, after);
    }
    if at == length { Ok(()) } else { Err(RowFault::Length) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, length: usize) -> Result<Vec<(usize, String)>, RowFault<String>> {
        let mut signs = Vec::new();
        read_row(text, length, Some('*'), |at, sign| match sign {
            "?" => Err(sign.to_owned()),
            _ => {
                signs.push((at, sign.to_owned()));
                Ok(())
            }
        })?;
        Ok(signs)
    }

    #[test]
    fn a_row_is_written_and_read() {
        let mut text = String::new();
        write_row(&mut text, [None, None, Some("l"), Some("d*"), None]);
        assert_eq!(text, "2ld*1");
        let signs = vec![(2, "l".to_owned()), (3, "d*".to_owned())];
        assert_eq!(read("2ld*1", 5), Ok(signs));
        assert_eq!(read("13", 13), Ok(Vec::new()));
    }

    #[test]
    fn rows_of_a_wrong_form_are_refused() {
        assert_eq!(read("0ll3", 5), Err(RowFault::Zero));
        assert_eq!(read("02ll1", 5), Err(RowFault::Zero));
        for text in ["", "4", "6", "2lll1", "lllll*l", "99999999999999999999999"] {
            assert_eq!(read(text, 5), Err(RowFault::Length), "{text}");
        }
        assert_eq!(read("2?2", 5), Err(RowFault::Sign("?".to_owned())));
        assert_eq!(read("*é3", 5).map(|signs| signs.len()), Ok(2));
    }
}
