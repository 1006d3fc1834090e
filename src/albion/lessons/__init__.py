"""Teaching: what a game is, and a guided first game on the real rules, both written as data beside each game."""

from albion.lessons.about import About, load_about
from albion.lessons.lesson import Lesson, Stage, begin, load_lesson, read_lesson, seating
from albion.lessons.progress import Given, Progress, Strayed, follow
from albion.lessons.rehearsal import Rehearsal, rehearse

__all__ = [
    "About",
    "Given",
    "Lesson",
    "Progress",
    "Rehearsal",
    "Stage",
    "Strayed",
    "begin",
    "follow",
    "load_about",
    "load_lesson",
    "read_lesson",
    "rehearse",
    "seating",
]
