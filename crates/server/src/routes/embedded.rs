//! Files in the binary: lists that the build script writes.

/// A file.
#[derive(Debug)]
pub(super) struct Embedded {
    /// Its path in its folder, with `/` between the parts.
    pub(super) name: &'static str,
    /// Another one when the file changes.
    pub(super) tag: &'static str,
    /// What is in it.
    pub(super) bytes: &'static [u8],
}

/// The file of this name in a list, which is in order of names.
pub(super) fn find(list: &'static [Embedded], name: &str) -> Option<&'static Embedded> {
    list.binary_search_by(|file| file.name.cmp(name)).ok().map(|place| &list[place])
}
