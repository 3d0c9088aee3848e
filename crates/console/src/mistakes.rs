//! Mistakes in a command's arguments, in this program's own words.

use std::net::AddrParseError;
use std::num::{IntErrorKind, ParseFloatError, ParseIntError};
use std::ops::{Bound, RangeBounds};

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use parlour_session::did_you_mean::shown;

/// Reads whole numbers of this range.
pub fn whole<T: TryFrom<u64>>(
    range: impl RangeBounds<u64> + Clone + Send + Sync + 'static,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| wanted(&range))
    }
}

/// What would do: "a whole number from 1 to 8".
fn wanted(range: &impl RangeBounds<u64>) -> String {
    let first = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before + 1,
        Bound::Unbounded => 0,
    };
    let last = match range.end_bound() {
        Bound::Included(&last) => Some(last),
        Bound::Excluded(&after) => Some(after - 1),
        Bound::Unbounded => None,
    };
    match last {
        Some(last) => format!("a whole number from {first} to {last} is wanted"),
        None if first == 0 => "a whole number is wanted".to_owned(),
        None => format!("a whole number, {first} or more, is wanted"),
    }
}

/// What is wrong, and what would do: one sentence, and below it the usage where that helps.
pub fn sentence(error: &Error) -> String {
    let text = |kind| error.get(kind).map(|value| value.to_string()).unwrap_or_default();
    let arg = || name(&text(ContextKind::InvalidArg));
    let value = || shown(&text(ContextKind::InvalidValue));
    let near = |kind| near(error.get(kind));
    let usage = || match error.get(ContextKind::Usage) {
        Some(usage) => {
            let usage = usage.to_string();
            format!("\n{}", usage.trim().replacen("Usage:", "usage:", 1))
        }
        None => String::new(),
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let (word, near) = (
                shown(&text(ContextKind::InvalidSubcommand)),
                near(ContextKind::SuggestedSubcommand),
            );
            format!("no command '{word}'; {near}parlour --help lists them")
        }
        ErrorKind::UnknownArgument => {
            let word = shown(&text(ContextKind::InvalidArg));
            if !word.starts_with('-') {
                return format!("'{word}' is one word too many{}", usage());
            }
            let near = near(ContextKind::SuggestedArg);
            let near = if near.is_empty() { near } else { format!("; {}", near.trim_end()) };
            format!("no option '{word}'{near}{}", usage())
        }
        ErrorKind::InvalidValue if value().is_empty() => {
            let argument = text(ContextKind::InvalidArg);
            let wanted = argument.split_once(' ').map_or("", |(_, value)| value);
            format!("{} needs a value: {wanted}{}", arg(), choices(error))
        }
        ErrorKind::InvalidValue => {
            let near = near(ContextKind::SuggestedValue);
            format!("{} '{}'; {near}it can be{}", arg(), value(), choices(error))
        }
        ErrorKind::ValueValidation => format!("{} '{}': {}", arg(), value(), reason(error)),
        ErrorKind::ArgumentConflict => {
            let other = names(error.get(ContextKind::PriorArg));
            match arg() {
                arg if other.is_empty() || other == arg => format!("{arg} was given twice"),
                arg => format!("{arg} and {other} do not go together; leave one of them out"),
            }
        }
        ErrorKind::MissingRequiredArgument => {
            format!("{} is missing{}", list(error.get(ContextKind::InvalidArg)), usage())
        }
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues | ErrorKind::TooManyValues => {
            let least =
                error.get(ContextKind::MinValues).or(error.get(ContextKind::ExpectedNumValues));
            let least =
                least.map(|least| format!(", {least} of them at least")).unwrap_or_default();
            format!("{} needs other values{least}{}", text(ContextKind::InvalidArg), usage())
        }
        ErrorKind::NoEquals => format!("{} needs a value behind '='", arg()),
        ErrorKind::InvalidUtf8 => "an argument is no text in UTF-8".to_owned(),
        ErrorKind::MissingSubcommand => {
            "a command is missing; parlour --help lists them".to_owned()
        }
        // What clap says of the rest is one line behind `error: `.
        _ => {
            let all = error.to_string();
            let first = all.lines().next().unwrap_or_default();
            first.trim_start_matches("error: ").to_owned()
        }
    }
}

/// Why a value was refused. The standard library's parsers speak to programmers.
fn reason(error: &Error) -> String {
    let Some(source) = std::error::Error::source(error) else { return String::new() };
    match source.downcast_ref::<ParseIntError>().map(ParseIntError::kind) {
        Some(IntErrorKind::Zero) => "a whole number, 1 or more, is wanted".to_owned(),
        Some(_) => "a whole number is wanted".to_owned(),
        None if source.is::<ParseFloatError>() => "a number is wanted".to_owned(),
        None if source.is::<AddrParseError>() => {
            "an address such as 127.0.0.1 or 0.0.0.0 is wanted".to_owned()
        }
        None => source.to_string(),
    }
}

/// An argument without its value's name: `--depth` of `--depth <D>`.
fn name(argument: &str) -> String {
    let first = argument.split_whitespace().next().unwrap_or_default();
    first.trim_matches(['<', '>', '[', ']', '.']).to_owned()
}

fn names(value: Option<&ContextValue>) -> String {
    match value {
        Some(ContextValue::Strings(all)) => {
            all.iter().map(|one| name(one)).collect::<Vec<_>>().join(" and ")
        }
        Some(one) => name(&one.to_string()),
        None => String::new(),
    }
}

fn list(value: Option<&ContextValue>) -> String {
    match value {
        Some(ContextValue::Strings(all)) => all.join(" and "),
        Some(one) => one.to_string(),
        None => String::new(),
    }
}

/// The values that an argument takes, where they are few and known.
fn choices(error: &Error) -> String {
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(all)) if !all.is_empty() => format!(" {}", all.join(", ")),
        _ => String::new(),
    }
}

fn near(suggested: Option<&ContextValue>) -> String {
    let first = match suggested {
        Some(ContextValue::Strings(all)) => all.first().cloned(),
        Some(ContextValue::String(one)) => Some(one.clone()),
        _ => None,
    };
    first.map(|first| format!("did you mean {first}? ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_refused_with_what_would_do() {
        let level = whole::<u8>(1..=8);
        assert_eq!((level("8"), whole::<u8>(..)("300").is_err()), (Ok(8), true));
        for text in ["0", "9", "-1", "deep", "", "99999999999999999999999"] {
            assert_eq!(level(text), Err("a whole number from 1 to 8 is wanted".to_owned()));
        }
        assert_eq!(whole::<u64>(1..)("0"), Err("a whole number, 1 or more, is wanted".to_owned()));
        assert_eq!(whole::<u64>(..)("x"), Err("a whole number is wanted".to_owned()));
    }
}
