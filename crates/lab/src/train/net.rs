//! What only training does with a net.

use parlour_core::rng::{Rng, SeededRng};
use parlour_search::net::{Activation, Net, Shape};

/// The derivative of an activation function, from the activation itself.
#[inline(always)]
pub(crate) fn slope(function: Activation, activation: f32) -> f32 {
    match function {
        Activation::Softsign => (1.0 - activation.abs()) * (1.0 - activation.abs()),
        Activation::Clipped if activation > 0.0 && activation < 1.0 => 1.0,
        Activation::Clipped => 0.0,
    }
}

/// An untrained net: the weights from and to the hidden units are small and random.
pub(crate) fn untrained(shape: Shape, rng: &mut SeededRng) -> Net {
    let mut net = Net::zero(shape);
    let mut small = || (rng.next_u32() as f32 / u32::MAX as f32 - 0.5) * 0.2;
    let (to_hidden, last) = (shape.inputs * shape.hidden, net.last());
    let weights = net.weights_mut();
    weights[..to_hidden].iter_mut().for_each(|weight| *weight = small());
    weights[last..][..shape.hidden].iter_mut().for_each(|weight| *weight = small());
    net
}

/// Moves every weight this part of the way towards the same weight of a net of the same shape.
pub(crate) fn approach(net: &mut Net, other: &Net, part: f32) {
    for (own, other) in net.weights_mut().iter_mut().zip(other.weights()) {
        // Both terms, so that a whole part gives exactly the other weight.
        *own = (1.0 - part) * *own + part * other;
    }
}

/// The weights as bytes, as [`Net::from_bytes`] reads them.
pub(crate) fn to_bytes(net: &Net) -> Vec<u8> {
    net.weights().iter().flat_map(|weight| weight.to_le_bytes()).collect()
}
