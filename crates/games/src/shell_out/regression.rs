//! Multinomial logistic regression: which weights make what was chosen least surprising.
//!
//! Both a player's habit and an observer's eye are found by it.

/// One of several was chosen, or turned out to be the one: what speaks for each of them.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice<const N: usize> {
    pub(crate) options: Vec<[f32; N]>,
    /// The place of the one that it was.
    pub(crate) made: usize,
}

/// Weights are drawn to 0 so strongly that what hardly ever came up says little, and that what was
/// always chosen has a weight that can be found.
const PULL: f64 = 1e-4;
/// The most steps; a few are enough.
const STEPS: usize = 40;
/// When a step gains less than this, in nats, there is nothing left to gain.
const ENOUGH: f64 = 1e-9;
/// How often a step that leads too far is halved.
const HALVINGS: usize = 20;

impl<const N: usize> Choice<N> {
    /// How likely each option is under these weights.
    pub(crate) fn odds(&self, weights: &[f64; N]) -> Vec<f64> {
        odds(&self.options, weights)
    }
}

/// How likely each of these is under these weights: in proportion to e to the power of the sum of
/// what speaks for it.
pub(crate) fn odds<const N: usize>(options: &[[f32; N]], weights: &[f64; N]) -> Vec<f64> {
    let score = |option: &[f32; N]| -> f64 {
        option.iter().zip(weights).map(|(&amount, weight)| f64::from(amount) * weight).sum()
    };
    let scores: Vec<f64> = options.iter().map(score).collect();
    let most = scores.iter().copied().fold(f64::MIN, f64::max);
    let weights: Vec<f64> = scores.iter().map(|score| (score - most).exp()).collect();
    let total: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / total).collect()
}

/// How much what was chosen surprises under these weights, in nats a choice.
pub(crate) fn surprise<const N: usize>(choices: &[Choice<N>], weights: &[f64; N]) -> f64 {
    let each = choices.iter().map(|choice| {
        let odds = choice.odds(weights)[choice.made];
        -odds.max(f64::MIN_POSITIVE).ln()
    });
    each.sum::<f64>() / choices.len().max(1) as f64
}

/// The weights under which these choices surprise least (by Newton's method; the pull makes them the
/// only ones).
pub(crate) fn fit<const N: usize>(choices: &[Choice<N>]) -> [f64; N] {
    let cost = |weights: &[f64; N]| {
        let pull: f64 = weights.iter().map(|weight| weight * weight).sum();
        surprise(choices, weights) + PULL / 2.0 * pull
    };
    let mut weights = [0.0; N];
    let mut least = cost(&weights);
    for _ in 0..STEPS {
        let (slope, bend) = slopes(choices, &weights);
        let mut step = solve(bend, slope);
        let better = (0..HALVINGS).find_map(|_| {
            let mut next = weights;
            next.iter_mut().zip(&step).for_each(|(weight, step)| *weight -= step);
            step.iter_mut().for_each(|step| *step /= 2.0);
            let cost = cost(&next);
            (cost < least).then_some((next, cost))
        });
        let Some((next, cost)) = better else { break };
        let gain = least - cost;
        (weights, least) = (next, cost);
        if gain < ENOUGH {
            break;
        }
    }
    weights
}

/// How the cost rises with each weight, and how that changes with each weight.
fn slopes<const N: usize>(choices: &[Choice<N>], weights: &[f64; N]) -> ([f64; N], [[f64; N]; N]) {
    let (mut slope, mut bend) = ([0.0; N], [[0.0; N]; N]);
    for choice in choices {
        let odds = choice.odds(weights);
        let mut mean = [0.0; N];
        for (option, odds) in choice.options.iter().zip(&odds) {
            mean.iter_mut()
                .zip(option)
                .for_each(|(mean, &amount)| *mean += odds * f64::from(amount));
        }
        let made = &choice.options[choice.made];
        for ((slope, mean), &made) in slope.iter_mut().zip(mean).zip(made) {
            *slope += mean - f64::from(made);
        }
        for (option, odds) in choice.options.iter().zip(&odds) {
            for (row, (&a, &mean_a)) in bend.iter_mut().zip(option.iter().zip(&mean)) {
                let a = odds * (f64::from(a) - mean_a);
                for (entry, (&b, &mean_b)) in row.iter_mut().zip(option.iter().zip(&mean)) {
                    *entry += a * (f64::from(b) - mean_b);
                }
            }
        }
    }
    let count = choices.len().max(1) as f64;
    for (at, row) in bend.iter_mut().enumerate() {
        slope[at] = slope[at] / count + PULL * weights[at];
        row.iter_mut().for_each(|entry| *entry /= count);
        row[at] += PULL;
    }
    (slope, bend)
}

/// Solves linear equations whose matrix is symmetric and positive, by elimination: such a matrix needs
/// no search for a pivot.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for pivot in 0..N {
        let (row, value) = (matrix[pivot], right[pivot]);
        for below in pivot + 1..N {
            let times = matrix[below][pivot] / row[pivot];
            matrix[below].iter_mut().zip(row).for_each(|(entry, above)| *entry -= times * above);
            right[below] -= times * value;
        }
    }
    for pivot in (0..N).rev() {
        let known: f64 = (pivot + 1..N).map(|at| matrix[pivot][at] * right[at]).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}

#[cfg(test)]
mod tests {
    use parlour_core::rng::{Rng, seeded};

    use super::*;

    /// Choices among four, drawn by these weights.
    fn drawn(weights: [f64; 3], count: usize) -> Vec<Choice<3>> {
        let mut rng = seeded(3);
        let mut unit = move || rng.next_u32() as f32 / u32::MAX as f32;
        let mut choice = || {
            let options: Vec<[f32; 3]> = (0..4).map(|_| [(); 3].map(|()| 2.0 * unit())).collect();
            let mut left = f64::from(unit());
            let made = odds(&options, &weights).iter().position(|odds| {
                left -= odds;
                left <= 0.0
            });
            Choice { options, made: made.unwrap_or(0) }
        };
        (0..count).map(|_| choice()).collect()
    }

    #[test]
    fn what_choices_were_drawn_by_is_found() {
        let truth = [1.5, -0.7, 0.0];
        let choices = drawn(truth, 6_000);
        let found = fit(&choices);
        let near = found.iter().zip(truth).all(|(found, truth)| (found - truth).abs() < 0.12);
        assert!(near, "{found:?}");
        assert!(surprise(&choices, &found) < surprise(&choices, &truth));
        assert!(surprise(&choices, &truth) < surprise(&choices, &[0.0; 3]));
    }

    #[test]
    fn no_other_weights_are_better() {
        let choices = drawn([0.4, 2.0, -1.0], 500);
        let found = fit(&choices);
        let cost = |weights: &[f64; 3]| {
            let pull: f64 = weights.iter().map(|weight| weight * weight).sum();
            surprise(&choices, weights) + PULL / 2.0 * pull
        };
        for (at, change) in (0..3).flat_map(|at| [(at, 0.02), (at, -0.02)]) {
            let mut other = found;
            other[at] += change;
            assert!(cost(&other) > cost(&found), "{at} {change}");
        }
    }

    #[test]
    fn what_was_always_chosen_and_what_never_came_up_have_weights() {
        let choice = Choice { options: vec![[1.0, 0.0], [0.0, 0.0]], made: 0 };
        let [always, never] = fit(&vec![choice; 50]);
        assert!((4.0..12.0).contains(&always), "{always}");
        assert_eq!(never, 0.0);
        assert_eq!(fit::<2>(&[]), [0.0; 2]);
    }
}
