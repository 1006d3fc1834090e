"""What a match was like: points, luck, turning points and a chronicle, computed from its events alone."""

from albion.review.shapes import Review
from albion.review.whole import review_of

__all__ = ["Review", "review_of"]
