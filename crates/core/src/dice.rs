//! Several dice that are thrown at once, whose order does not matter.

use std::fmt;
use std::ops::ControlFlow;

use crate::rng::{Rng, below};

/// What dice show: how many of them show each number. None at all before they are thrown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Dice([u8; 6]);

impl Dice {
    /// Throws this number of dice.
    pub fn throw<R: Rng + ?Sized>(count: u8, rng: &mut R) -> Dice {
        let mut dice = Dice::default();
        (0..count).for_each(|_| dice.0[below(rng, 6) as usize] += 1);
        dice
    }

    /// Reads numbers in ascending order, `13355`; `None` when they are none, or out of order.
    pub fn read(text: &str) -> Option<Dice> {
        let digits = text.as_bytes();
        let fit = (1..=12).contains(&digits.len()) && digits.is_sorted();
        let mut dice = Dice::default();
        for digit in digits.iter().filter(|_| fit) {
            *dice.0.get_mut(usize::from(digit.checked_sub(b'1')?))? += 1;
        }
        fit.then_some(dice)
    }

    /// How many dice there are.
    pub fn count(self) -> u8 {
        self.0.iter().sum()
    }

    /// How many show this number, from 1 to 6.
    pub fn of(self, number: u8) -> u8 {
        self.0[usize::from(number) - 1]
    }

    /// The numbers that they show, in ascending order.
    pub fn numbers(self) -> impl Iterator<Item = u8> {
        (1..=6).flat_map(move |number| (0..self.of(number)).map(move |_| number))
    }

    /// All their numbers added up.
    pub fn total(self) -> u8 {
        self.numbers().sum()
    }

    /// In how many ways they can fall so, up to twelve of them: in all orders that differ.
    pub fn ways(self) -> u32 {
        let factorial = |n: u8| (1..=u32::from(n)).product::<u32>();
        factorial(self.count()) / self.0.iter().map(|&n| factorial(n)).product::<u32>()
    }

    /// Visits everything that this number of dice can show, with its [`Dice::ways`], as
    /// [`Game::chances`](crate::Game::chances) wants it.
    pub fn visit<B>(
        count: u8,
        mut visit: impl FnMut(Dice, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        Dice::default().fill(0, count, &mut visit)
    }

    /// Lets the dice that are left show this number (from 0) or higher ones.
    fn fill<B>(
        self,
        number: usize,
        left: u8,
        visit: &mut impl FnMut(Dice, u32) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut dice = self;
        if number == 5 {
            dice.0[number] = left;
            return visit(dice, dice.ways());
        }
        for here in (0..=left).rev() {
            dice.0[number] = here;
            dice.fill(number + 1, left - here, visit)?;
        }
        ControlFlow::Continue(())
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.numbers().try_for_each(|number| write!(f, "{number}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::seeded;

    #[test]
    fn each_fall_of_the_dice_comes_once_and_the_ways_add_up() {
        for (count, different) in [(1, 6), (2, 21), (5, 252)] {
            let (mut seen, mut ways) = (Vec::new(), 0);
            let _ = Dice::visit(count, |dice, weight| {
                assert_eq!(dice.count(), count);
                seen.push(dice.to_string());
                ways += weight;
                ControlFlow::<()>::Continue(())
            });
            assert!(seen.is_sorted_by(|a, b| a < b), "each once");
            assert_eq!((seen.len(), ways), (different, 6u32.pow(count.into())));
        }
        assert_eq!(Dice::read("13355").map(Dice::ways), Some(30));
    }

    #[test]
    fn dice_are_read_as_they_are_written() {
        let dice = Dice::throw(5, &mut seeded(1));
        assert_eq!(Dice::read(&dice.to_string()), Some(dice));
        let dice = Dice::read("13355").expect("dice");
        assert_eq!((dice.of(3), dice.of(2), dice.total()), (2, 0, 17));
        for text in ["", "31", "07", "1x", "7", "é", "1111111111111"] {
            assert_eq!(Dice::read(text), None, "{text}");
        }
    }
}
