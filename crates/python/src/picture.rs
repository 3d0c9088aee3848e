//! An SVG picture as pixels.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The fonts of the machine, read once. Without any, letters and numbers are left out.
static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
    let mut fonts = Database::new();
    fonts.load_system_fonts();
    Arc::new(fonts)
});

/// No picture is wider.
const WIDEST: u32 = 4096;

/// Three bytes for each pixel, row by row.
pub(crate) struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) bytes: Vec<u8>,
}

/// Paints a picture of this width on white.
///
/// # Errors
/// When the width is out of range.
pub(crate) fn paint(svg: &str, width: u32) -> Result<Picture, String> {
    if !(1..=WIDEST).contains(&width) {
        return Err(format!("a picture is 1 to {WIDEST} pixels wide, not {width}"));
    }
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let scale = width as f32 / tree.size().width();
    let height = ((tree.size().height() * scale).round() as u32).max(1);
    let mut pixels = Pixmap::new(width, height).ok_or("the picture is too large")?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let bytes = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]);
    Ok(Picture { width: width as usize, height: height as usize, bytes: bytes.collect() })
}
