//! What games without secrets, chance or options have in common, written once. Each
//! macro stands inside an `impl` and gives the parts that such a game would leave empty:
//!
//! | macro | inside | for a game |
//! | --- | --- | --- |
//! | [`open_game!`](crate::open_game) | `impl Game` | in which everybody sees everything |
//! | [`no_chance!`](crate::no_chance) | `impl Game` | in which nothing is left to chance |
//! | [`open_views!`](crate::open_views) | `impl Notation` | whose views are its positions |
//! | [`no_chance_texts!`](crate::no_chance_texts) | `impl Notation` | without chance outcomes |
//! | [`no_options!`](crate::no_options) | `impl Configure` | that is set up in one way only |
//! | [`players_option!`](crate::players_option) | `impl Configure` | whose number of players is its only option |

/// Inside `impl Game`: everybody sees everything, so a view is the state.
#[macro_export]
macro_rules! open_game {
    () => {
        const OPEN: bool = true;

        type View = Self::State;

        #[inline]
        fn view(&self, state: &Self::State, _: $crate::Viewer) -> Self::State {
            *state
        }

        #[inline]
        fn determinize<R: $crate::rng::Rng + ?Sized>(
            &self,
            view: &Self::State,
            _: &mut R,
        ) -> Self::State {
            *view
        }
    };
}

/// Inside `impl Game`: nothing is left to chance.
#[macro_export]
macro_rules! no_chance {
    () => {
        type Chance = $crate::Never;

        #[inline]
        fn chances<B>(
            &self,
            _: &Self::State,
            _: impl FnMut($crate::Never, u32) -> ::std::ops::ControlFlow<B>,
        ) -> ::std::ops::ControlFlow<B> {
            ::std::ops::ControlFlow::Continue(())
        }

        #[inline]
        fn resolve(&self, _: &mut Self::State, chance: $crate::Never) {
            match chance {}
        }
    };
}

/// Inside `impl Notation`: a view is written and read as the position that it is.
#[macro_export]
macro_rules! open_views {
    () => {
        fn write_view(&self, view: &Self::View) -> String {
            self.write_position(view)
        }

        fn read_view(
            text: &str,
            _: $crate::Viewer,
        ) -> Result<(Self, Self::View), $crate::NotationError> {
            Self::read_position(text)
        }
    };
}

/// Inside `impl Notation`: there is no chance outcome to write or read.
#[macro_export]
macro_rules! no_chance_texts {
    () => {
        fn write_chance(&self, chance: $crate::Never) -> String {
            match chance {}
        }

        fn read_chance(&self, text: &str) -> Result<$crate::Never, $crate::NotationError> {
            Err($crate::NotationError::syntax(text, "nothing is left to chance in this game"))
        }
    };
}

/// Inside `impl Configure`: the game, which has a default, is set up in one way only.
#[macro_export]
macro_rules! no_options {
    () => {
        const OPTIONS: &'static [$crate::OptionSpec] = &[];

        fn configure(values: &$crate::OptionValues) -> Result<Self, $crate::OptionError> {
            values.check(Self::OPTIONS)?;
            Ok(Self::default())
        }

        fn options(&self) -> $crate::OptionValues {
            $crate::OptionValues::new()
        }
    };
}

/// Inside `impl Configure`: the number of players, the game's only field, is its only option.
#[macro_export]
macro_rules! players_option {
    ($min:expr, $max:expr) => {
        const OPTIONS: &'static [$crate::OptionSpec] = &[$crate::OptionSpec::players($min, $max)];

        fn configure(values: &$crate::OptionValues) -> Result<Self, $crate::OptionError> {
            values.check(Self::OPTIONS)?;
            Ok(Self { players: values.number(Self::OPTIONS, "players") as u8 })
        }

        fn options(&self) -> $crate::OptionValues {
            [("players", self.players.to_string())].into_iter().collect()
        }
    };
}
