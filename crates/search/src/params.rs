//! Parameters of engines, which settings change.

/// A number that a setting can be read as.
pub(crate) trait Number: Copy {
    fn from_setting(value: f64) -> Self;
    fn as_setting(self) -> f64;
}

macro_rules! numbers {
    ($($type:ty),+) => {$(
        impl Number for $type {
            fn from_setting(value: f64) -> Self {
                value as $type
            }

            fn as_setting(self) -> f64 {
                self as f64
            }
        }
    )+};
}

numbers!(i32, usize, f32, f64);

/// A struct of parameters: each with its default, the name of its setting, and the least value where
/// there is one. Errors list the settings in this order.
macro_rules! params {
    (
        $(#[$doc:meta])*
        pub struct Params {$(
            $(#[$field_doc:meta])*
            $field:ident: $type:ty = $default:expr, $name:literal $(, at least $least:expr)?;
        )+}
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Params {$(
            $(#[$field_doc])*
            pub $field: $type,
        )+}

        impl Params {
            /// Parameters that suit most games.
            pub const DEFAULT: Params = Params { $($field: $default),+ };

            /// These parameters with the given settings.
            #[must_use]
            pub fn tuned(self, settings: &mut $crate::settings::Settings) -> Self {
                use $crate::params::Number;
                $(
                    let setting = settings.take($name, self.$field.as_setting());
                    let $field = <$type as Number>::from_setting(setting);
                    $(let $field = $field.max($least);)?
                )+
                Params { $($field),+ }
            }
        }
    };
}

pub(crate) use params;
