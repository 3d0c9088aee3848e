//! The price of revealing information: policies that tell little about the information state.

/// One move as one information state sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Odds {
    /// Which move it is: the same number in every information state.
    pub(super) mv: usize,
    /// The mover's share of the win that it promises.
    pub(super) value: f32,
    /// How likely it is made.
    pub(super) chance: f32,
    /// Whether nothing is left to hide after it.
    pub(super) ends: bool,
}

/// How often the policies are adjusted to each other; few moves change after that.
const ROUNDS: usize = 60;

/// The least weight of an information state, however unlikely the others think it: they may be wrong.
const LEAST: f32 = 0.02;

/// Makes all information states move alike as far as that costs little. Of all policies this is the one whose
/// value, less the state's price for every nat that a move reveals about the information state, is highest; it
/// is found by adjusting the information states to their mixture and the mixture to the information states in
/// turn (the iteration of Blahut and Arimoto). A move that ends the hand has no price.
pub(super) fn price_information(
    info_states: &mut [Vec<Odds>],
    odds: &[f32],
    moves: usize,
    prices: &[f32],
) {
    let mut mixture = vec![0.0; moves];
    for _ in 0..ROUNDS {
        mixture.fill(0.0);
        for (policy, &odds) in info_states.iter().zip(odds) {
            for entry in policy {
                mixture[entry.mv] += odds.max(LEAST) * entry.chance;
            }
        }
        for (policy, &price) in info_states.iter_mut().zip(prices) {
            weigh(policy, price, |entry| if entry.ends { 0.0 } else { mixture[entry.mv] });
        }
    }
    for (policy, &price) in info_states.iter_mut().zip(prices) {
        end_hand(policy, price, &mixture);
    }
}

/// Makes the best move that ends the hand certain if it is worth more than all others together: their
/// values less the price of what they reveal.
fn end_hand(policy: &mut [Odds], price: f32, mixture: &[f32]) {
    let ending = policy.iter().enumerate().filter(|(_, entry)| entry.ends);
    let Some((place, end)) = ending.max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value)) else {
        return;
    };
    let others = policy.iter().filter(|entry| !entry.ends);
    let hopes = others.map(|entry| mixture[entry.mv] * ((entry.value - end.value) / price).exp());
    let whole: f32 = mixture.iter().sum();
    // A little more, for what is lost by rounding.
    if hopes.sum::<f32>() <= 1.001 * whole {
        policy.iter_mut().for_each(|entry| entry.chance = 0.0);
        policy[place].chance = 1.0;
    }
}

/// The softmax of the values at this temperature, for a move that nobody sees: the others cannot
/// foresee it.
pub(super) fn softmax(policy: &mut [Odds], temperature: f32) {
    weigh(policy, temperature, |_| 1.0);
}

/// Sets chances in proportion to `usual` and to e to the power of the value over the price.
fn weigh(policy: &mut [Odds], price: f32, usual: impl Fn(&Odds) -> f32) {
    let best = policy.iter().map(|entry| entry.value).fold(f32::MIN, f32::max);
    let mut total = 0.0;
    for entry in policy.iter_mut() {
        entry.chance = usual(entry) * ((entry.value - best) / price).exp();
        total += entry.chance;
    }
    for entry in policy {
        entry.chance /= total.max(f32::MIN_POSITIVE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policies(values: &[&[f32]]) -> Vec<Vec<Odds>> {
        let even = |values: &&[f32]| {
            let chance = 1.0 / values.len() as f32;
            let odds = |(mv, &value)| Odds { mv, value, chance, ends: false };
            values.iter().enumerate().map(odds).collect()
        };
        values.iter().map(even).collect()
    }

    #[test]
    fn information_states_with_nearly_equal_moves_mix_them_alike() {
        let mut all = policies(&[&[0.51, 0.50], &[0.50, 0.51]]);
        price_information(&mut all, &[0.5, 0.5], 2, &[0.1; 2]);
        for policy in &all {
            assert!(policy.iter().all(|entry| (0.4..0.6).contains(&entry.chance)), "{policy:?}");
        }
    }

    #[test]
    fn a_move_that_gains_more_than_its_price_is_made() {
        let mut all = policies(&[&[0.9, 0.5], &[0.5, 0.6]]);
        price_information(&mut all, &[0.5, 0.5], 2, &[0.02; 2]);
        assert!(all[0][0].chance > 0.99 && all[1][1].chance > 0.9, "{all:?}");
    }

    #[test]
    fn a_move_that_is_best_for_most_is_made_by_all() {
        let mut all = policies(&[&[0.6, 0.5], &[0.6, 0.5], &[0.55, 0.56]]);
        price_information(&mut all, &[1.0 / 3.0; 3], 2, &[0.02; 3]);
        assert!(all.iter().all(|policy| policy[0].chance > 0.9), "{all:?}");
    }

    #[test]
    fn a_hidden_move_is_drawn_by_softmax() {
        let mut all = policies(&[&[0.50, 0.45, 0.0]]);
        softmax(&mut all[0], 0.05);
        let chances: Vec<f32> = all[0].iter().map(|entry| entry.chance).collect();
        assert!((chances[0] / chances[1] - 1.0f32.exp()).abs() < 1e-3, "{chances:?}");
        assert!(chances[2] < 0.001, "{chances:?}");
    }

    #[test]
    fn ending_the_hand_has_no_price() {
        // Only the first can end the hand; for the price of revealing it, it would move on with the others.
        let mut all = policies(&[&[0.77, 0.77, 0.75], &[0.5, 0.77], &[0.5, 0.77]]);
        all[0][0].ends = true;
        price_information(&mut all, &[1.0 / 3.0; 3], 3, &[0.05; 3]);
        assert_eq!(all[0][0].chance, 1.0, "{all:?}");
        // The hand is not ended for less than the others promise.
        let mut all = policies(&[&[0.6, 0.77, 0.75], &[0.5, 0.77], &[0.5, 0.77]]);
        all[0][0].ends = true;
        price_information(&mut all, &[1.0 / 3.0; 3], 3, &[0.05; 3]);
        assert_eq!(all[0][0].chance, 0.0, "{all:?}");
    }
}
