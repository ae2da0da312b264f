"""The stored plant as the oracle works it out anew, from docs/storage.md and docs/domain.md. Standard library only."""
import json, math, sqlite3, sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'peers'))
from read_day import read_day

HELD_BACK = 0x8000  # a reading that a check rejected
COUNTED = 'GEFBR'
MEASURED = 'GBR'


class Series:
    """All closed days of one series, by slot. Values in thousandths of the stored unit."""

    def __init__(self, row):
        self.id, self.industry, self.unit, self.param, self.kind, self.measure = row
        self.value, self.letter, self.raw, self.mark, self.days = {}, {}, {}, {}, {}

    def add_day(self, day, first, slots, packed):
        block = read_day(packed, slots)
        self.days[day] = range(first, first + slots)
        for at, slot in enumerate(self.days[day]):
            self.value[slot], self.letter[slot] = block['values'][at], block['quality'][at]
            self.mark[slot] = block['marks'][at]
            if block['raw'][at] is not None:
                self.raw[slot] = block['raw'][at]

    def day_sum(self, day):
        known = [round(self.value[s] * 1000) for s in self.days[day] if self.letter[s] in COUNTED]
        return sum(known) / 1000 if known else None


def load(path):
    base = sqlite3.connect('file:%s?mode=ro' % path, uri=True)
    series = {row[0]: Series(row) for row in base.execute('select id, industry_id, unit_id, param, kind, measure from series')}
    for series_id, *day in base.execute('select series_id, day, first_slot, slots, packed from reading_day order by series_id, day'):
        series[series_id].add_day(*day)
    units = {}
    for uid, industry, kind, standard, also, sub, deployed, meta in base.execute(
            'select id, industry_id, type, standard_category_id, standard_category_ids, sub_category_id, deployed, meta from unit'):
        units[uid] = {'id': uid, 'industry': industry, 'type': kind, 'standard': standard, 'also': json.loads(also),
                      'sub': sub, 'deployed': deployed, 'meta': json.loads(meta)}
    return base, series, units


def meters(base):
    found = defaultdict(list)
    for series_id, *rule in base.execute(
            'select series_id, valid_from_slot, modulus, base_per_count, max_per_hour, back_deadband from meter order by 1, 2'):
        found[series_id].append(rule)
    return found


def step(before, after, slots, rule):
    """Thousandths that passed between two displays (domain.md 2.3), or None where the one does not follow from the other."""
    _, modulus, base_per_count, per_hour, dead = rule
    litres = lambda display: math.floor(display * base_per_count * 1000 + 0.5)
    counted, cap = after - before, 1.1 * per_hour * slots / 12 + dead
    if -dead <= counted <= cap:
        return litres(after) - litres(before)
    if counted < 0 and 0 <= counted + modulus <= cap:
        return litres(after) - litres(before) + litres(modulus)
    return None


def recomputed(series, rules):
    """Each stretch between two good readings: (slot after the first, slot of the last, thousandths or None)."""
    last = None
    for slot in sorted(series.raw):
        if series.letter[slot] == 'X' or series.mark[slot] & HELD_BACK:
            continue
        if last is not None:
            rule = [one for one in rules if one[0] <= slot][-1]
            yield last + 1, slot, step(series.raw[last], series.raw[slot], slot - last, rule)
        last = slot


def profile(series, first, last):
    """Mean of the same slots on up to four earlier days of the same weekday, of measured slots only (domain.md 2.4)."""
    week, means = 7 * 288, []
    for slot in range(first, last + 1):
        known = [series.value[s] for s in (slot - k * week for k in range(1, 5)) if series.letter.get(s, 'M') in MEASURED]
        means.append(sum(known) / len(known) if known else None)
    known = [mean for mean in means if mean is not None]
    if not known or sum(known) <= 0:
        return [1] * len(means)
    return [max(0, sum(known) / len(known) if mean is None else mean) for mean in means]


def spread(total, weights):
    whole, running, given = sum(weights), 0, 0
    for weight in weights:
        running += weight
        up_to = math.floor(total * running / whole + 0.5)
        yield up_to - given
        given = up_to
