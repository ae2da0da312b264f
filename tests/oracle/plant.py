"""The stored plant as the oracle works it out anew, from docs/storage.md and docs/domain.md. Standard library only."""
import json, math, sqlite3, sys
from collections import defaultdict
from datetime import date, timedelta
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
    for uid, industry, name, kind, standard, also, sub, deployed, capacity, meta in base.execute(
            'select id, industry_id, name, type, standard_category_id, standard_category_ids, sub_category_id, deployed, '
            'max_capacity, meta from unit'):
        units[uid] = {'id': uid, 'industry': industry, 'name': name, 'type': kind, 'standard': standard, 'also': json.loads(also),
                      'sub': sub, 'deployed': deployed, 'capacity': capacity, 'meta': json.loads(meta)}
    return base, series, units


EPOCH = date(1970, 1, 1)
dmy = lambda day: (EPOCH + timedelta(days=day)).strftime('%d/%m/%Y')
month_of = lambda day: (EPOCH + timedelta(days=day)).strftime('%Y%m')


class Days:
    """What the series of one plant counted in shift days, litres or watt-hours."""

    def __init__(self, series, units, industry, few=False):
        self.by_name = {(one.unit, one.param): one for one in series.values() if one.unit in units and units[one.unit]['industry'] == industry}
        self.units = {name: unit for name, unit in units.items() if unit['industry'] == industry}
        self.closed = sorted({day for one in self.by_name.values() for day in one.days})
        self.windows = {day: one.days[day] for one in self.by_name.values() for day in one.days}
        #: the days that the API is asked for, and the last days of months
        self.is_short, self.asked = few, self.closed[-3:] if few else self.closed[1:]
        self.ends = [day for day in self.closed[1:] if month_of(day + 1) != month_of(day)][-1 if few else 0:]

    def month(self, end):
        """The days of a month up to one of them."""
        return [day for day in self.closed if day <= end and month_of(day) == month_of(end)]

    def of(self, unit, param='volume'):
        return self.by_name[unit, param]

    def slots(self, one, days):
        return [slot for day in days for slot in self.windows[day]]

    def amount(self, unit, days, param='volume'):
        """(sum or None, part of it that was estimated, part of the slots that were measured)."""
        one, slots = self.of(unit, param), self.slots(unit, days)
        known = [slot for slot in slots if one.letter.get(slot, 'M') in COUNTED]
        total = sum(round(one.value[slot] * 1000) for slot in known) / 1000 if known else None
        guessed = sum(round(one.value[slot] * 1000) for slot in known if one.letter[slot] == 'F') / 1000
        return total, guessed, sum(one.letter.get(slot, 'M') in MEASURED for slot in slots) / len(slots)


def meters(base):
    found = defaultdict(list)
    for series_id, *rule in base.execute(
            'select series_id, valid_from_slot, modulus, base_per_count, max_per_hour, back_deadband from meter order by 1, 2'):
        found[series_id].append(rule)
    return found


def changes(base):
    """Readings of meters that were changed, by series: when, closing of the old and opening of the new one, litres per count of the old."""
    found = defaultdict(list)
    for series_id, *change in base.execute(
            'select series_id, slot * 300 + second, closing, opening, old_base_per_count from meter_change order by 1, 2'):
        found[series_id].append(change)
    return found


def step(before, after, slots, rule, change=None):
    """Thousandths that passed between two displays (domain.md 2.3), or None where the one does not follow from the other."""
    _, modulus, base_per_count, per_hour, dead = rule
    litres = lambda display, per_count=base_per_count: math.floor(display * per_count * 1000 + 0.5)
    if change:
        _, closing, opening, old_per_count = change
        return litres(closing, old_per_count) - litres(before, old_per_count) + litres(after) - litres(opening)
    counted, cap = after - before, 1.1 * per_hour * slots / 12 + dead
    if -dead <= counted <= cap:
        return litres(after) - litres(before)
    if counted < 0 and 0 <= counted + modulus <= cap:
        return litres(after) - litres(before) + litres(modulus)
    return None


def recomputed(series, rules, changed=()):
    """Each stretch between two good readings: (slot after the first, slot of the last, thousandths or None)."""
    last = None
    for slot in sorted(series.raw):
        if series.letter[slot] == 'X' or series.mark[slot] & HELD_BACK:
            continue
        if last is not None:
            rule = [one for one in rules if one[0] <= slot][-1]
            change = next((one for one in changed if last * 300 + 299 < one[0] <= slot * 300 + 299), None)
            yield last + 1, slot, step(series.raw[last], series.raw[slot], slot - last, rule, change)
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
