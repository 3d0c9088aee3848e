//! Any text is refused as a course, or every lesson of one move in it can be proven or found wrong.
#![no_main]

use libfuzzer_sys::fuzz_target;
use parlour_lessons::{LessonKind, prove, read};

fuzz_target!(|text: &str| {
    for entry in parlour_games::all() {
        let Ok(course) = read(entry, text) else { continue };
        for lesson in &course.lessons {
            // The server tries no others: their searches may take as long as their author likes.
            if let LessonKind::Exercise(exercise) = &lesson.kind
                && exercise.within > 1
            {
                continue;
            }
            let proof = prove(lesson);
            assert!(proof.right.len() <= proof.answers);
        }
    }
});
