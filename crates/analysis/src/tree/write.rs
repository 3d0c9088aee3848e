//! Writes a tree as text.

use std::fmt;

use parlour_games::find;

use super::{Node, Tree, VERSION};

/// How wide a line of the text gets.
const WIDTH: usize = 78;

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "parlour: {VERSION}\ngame: {}", self.game)?;
        if let Some(entry) = find(&self.game) {
            writeln!(f, "rules: {}", entry.version)?;
        }
        if self.position.is_none() {
            for (name, value) in &self.options {
                writeln!(f, "option {name}: {value}")?;
            }
        }
        if !self.title.is_empty() {
            writeln!(f, "title: {}", self.title)?;
        }
        if let Some(position) = &self.position {
            writeln!(f, "position: {position}")?;
        }
        writeln!(f, "actions:\n{}", write_actions(self))
    }
}

/// Text that grows word by word, in lines of at most [`WIDTH`] columns where words allow it.
#[derive(Default)]
struct Paragraph {
    text: String,
    width: usize,
    line: usize,
    /// The next word stands close to the one before.
    close: bool,
}

impl Paragraph {
    fn word(&mut self, word: &str) {
        let first_line = word.split('\n').next().unwrap_or_default().chars().count();
        if self.close || self.text.is_empty() {
            self.close = false;
        } else if self.width + 1 + first_line > WIDTH {
            self.text.push('\n');
            self.line += 1;
            self.width = 0;
        } else {
            self.text.push(' ');
            self.width += 1;
        }
        self.text.push_str(word);
        self.line += word.matches('\n').count();
        self.width = match word.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.width + first_line,
        };
    }
}

fn escape(text: &str, end: char) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c == end || c == '\\' {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn write_notes(node: &Node, out: &mut Paragraph) {
    if !node.glyph.is_empty() {
        out.word(&node.glyph);
    }
    if !node.name.is_empty() {
        out.word(&format!("[{}]", escape(&node.name, ']')));
    }
    if !node.comment.is_empty() {
        out.word(&format!("{{{}}}", escape(&node.comment, '}')));
    }
    for shape in &node.shapes {
        match &shape.to {
            Some(to) => out.word(&format!("@{}>{to}", shape.from)),
            None => out.word(&format!("@{}", shape.from)),
        }
    }
}

/// What is still to be written.
enum Rest {
    Node(usize),
    /// A variation that begins with this node.
    Variation(usize),
    Close,
}

fn write_actions(tree: &Tree) -> String {
    let mut out = Paragraph::default();
    write_notes(&tree.nodes[0], &mut out);
    let main = |node: usize| tree.nodes[node].children.first().copied().map(Rest::Node);
    let mut stack: Vec<Rest> = main(0).into_iter().collect();
    while let Some(rest) = stack.pop() {
        let node = match rest {
            Rest::Close => {
                out.close = true;
                out.word(")");
                continue;
            }
            Rest::Variation(node) => {
                out.word("(");
                out.close = true;
                stack.push(Rest::Close);
                node
            }
            Rest::Node(node) => node,
        };
        out.word(&tree.nodes[node].action);
        write_notes(&tree.nodes[node], &mut out);
        stack.extend(main(node));
        // An action's variations stand between it and what follows it.
        let siblings = &tree.nodes[tree.nodes[node].parent].children;
        if siblings.first() == Some(&node) {
            stack.extend(siblings[1..].iter().rev().map(|&other| Rest::Variation(other)));
        }
    }
    out.text
}
