//! The one binary, `parlour`.

fn main() {
    for game in parlour_games::all() {
        println!("{}", game.id);
    }
}
