//! Weights of a sum of features, as the game's text has them.

/// The whole numbers in a text; what follows a `#` is a comment, up to the end of the line.
///
/// # Panics
/// When the text has more or fewer numbers than wanted, or anything else in it. It is read while
/// the program is compiled, so nothing is built from such a text.
pub(crate) const fn read<const N: usize>(text: &str) -> [i32; N] {
    let text = text.as_bytes();
    let (mut numbers, mut count, mut at) = ([0; N], 0, 0);
    while at < text.len() {
        match text[at] {
            b'#' => {
                while at < text.len() && text[at] != b'\n' {
                    at += 1;
                }
            }
            b' ' | b'\n' | b'\r' => at += 1,
            _ => {
                (numbers[count], at) = number(text, at);
                count += 1;
            }
        }
    }
    assert!(count == N, "as many weights as features");
    numbers
}

/// The number that begins at `at`, and where it ends.
const fn number(text: &[u8], mut at: usize) -> (i32, usize) {
    let negative = text[at] == b'-';
    if negative {
        at += 1;
    }
    let (begin, mut value) = (at, 0);
    while at < text.len() && text[at].is_ascii_digit() {
        value = 10 * value + (text[at] - b'0') as i32;
        at += 1;
    }
    assert!(at > begin, "only numbers and comments");
    (if negative { -value } else { value }, at)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn numbers_are_read_and_comments_are_not() {
        assert_eq!(read::<4>("# 5 weights\n1 -20\n300 # 7\n\n0\n"), [1, -20, 300, 0]);
    }

    #[test]
    #[should_panic(expected = "only numbers and comments")]
    fn a_file_with_other_words_than_numbers_is_refused() {
        read::<2>("1 x");
    }
}
