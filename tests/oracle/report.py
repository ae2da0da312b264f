"""What was compared, and where two figures differ."""
from collections import Counter


class Report:
    def __init__(self):
        self.checked, self.wrong, self.skipped, self.examples, self.worst = Counter(), Counter(), Counter(), {}, {}

    def near(self, what, place, theirs, ours, tolerance):
        self.checked[what] += 1
        apart = 0 if theirs is None and ours is None else float('inf') if theirs is None or ours is None else abs(theirs - ours)
        if apart <= tolerance:
            return
        self.wrong[what] += 1
        self.examples.setdefault(what, []).append([str(place), theirs, ours])
        self.worst[what] = max(self.worst.get(what, 0), apart)

    def same(self, what, place, theirs, ours):
        self.near(what, place, 0 if theirs == ours else 1, 0, 0)

    def answer(self):
        return {'checked': self.checked, 'wrong': self.wrong, 'skipped': self.skipped,
                'worst': {what: str(apart) for what, apart in self.worst.items()},
                'examples': {what: some[:5] for what, some in self.examples.items()}}
