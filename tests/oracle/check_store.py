"""Slots, days and virtual units of a database, worked out anew."""
import math
from plant import COUNTED, MEASURED, changes, meters, profile, recomputed, spread
from tanks import volume


def slots(base, series, units, report):
    for one in series.values():
        rules = meters(base).get(one.id)
        if one.kind != 'counter' or not rules or units[one.unit]['type'] == 'virtual':
            continue
        for first, last, passed in recomputed(one, rules, changes(base)[one.id]):
            stored = [round(one.value[s] * 1000) for s in range(first, last + 1) if s in one.value]
            if len(stored) != last - first + 1:
                report.skipped['slots of a stretch over a day that is not stored'] += len(stored)
                continue
            letters = {one.letter[s] for s in range(first, last + 1)}
            if passed is None:
                kinds = [k for k, in base.execute('select kind from counter_event where series_id = ? and slot between ? and ?', (one.id, first, last))]
                report.same('a stretch that does not follow is in the ledger', (one.unit, first, last), bool(kinds), True)
                report.skipped['slots of a reset'] += len(stored)
                continue
            count = 1.0  # thousandths: whole numbers, equal to the last one
            report.near('volume between two readings', (one.unit, one.param, first, last), sum(stored), passed, count)
            if last == first:
                report.same('letter of a measured slot', (one.unit, first), letters, {'B' if passed < 0 else 'G'})
                continue
            weights = [1] * len(stored) if len(stored) - 1 <= 24 else profile(one, first, last)
            per_count = rules[-1][2] * 1000
            for at, expected in enumerate(spread(passed, weights)):
                report.near('slot of a gap', (one.unit, one.param, first + at), stored[at], expected, per_count)


def days(base, series, units, report):
    rows = base.execute('select series_id, day, sum, min, max, avg, last, expected, complete, estimated from day_total')
    for series_id, day, total, low, high, mean, last, expected, complete, estimated in rows:
        one = series[series_id]
        if day not in one.days:
            continue
        place = (one.unit, one.param, day)
        known = [one.value[s] for s in one.days[day] if one.letter[s] in COUNTED]
        if one.kind == 'counter':
            report.near('sum of a day', place, total, one.day_sum(day), 0.0011)
            guessed = sum(one.value[s] for s in one.days[day] if one.letter[s] == 'F')
            report.near('estimated part of a day', place, estimated, guessed, 0.0011)
        if known:
            for what, stored, ours in (('min', low, min(known)), ('max', high, max(known)), ('last', last, known[-1]),
                                       ('mean', mean, math.fsum(known) / len(known))):
                report.near('%s of a day' % what, place, stored, ours, 1e-6 * max(1, abs(ours)))
        report.same('slots of a day', place, expected, len(one.days[day]))
        report.same('measured slots of a day', place, complete, sum(one.letter[s] in MEASURED for s in one.days[day]))


def stocks(series, units, report):
    levels = {one.unit: one for one in series.values() if one.kind == 'stock' and one.param == 'level'}
    for one in series.values():
        tank = units[one.unit]['meta'].get('tank')
        if one.kind != 'stock' or one.param != 'volume' or not tank or one.unit not in levels:
            continue
        level = levels[one.unit]
        for slot, letter in one.letter.items():
            if letter not in COUNTED or level.letter.get(slot, 'M') not in COUNTED:
                report.same('a tank without a level has no volume', (one.unit, slot), letter, level.letter.get(slot, 'M'))
                continue
            # a level is stored as a single-precision number: a millionth of it
            ours = 1000 * volume(tank, level.value[slot])
            report.near('volume of a tank', (one.unit, slot), one.value[slot], ours, max(0.05, 2e-6 * ours))


def virtual(series, units, report):
    volume = {one.unit: one for one in series.values() if one.param == 'volume'}
    for unit in units.values():
        terms = unit['meta'].get('expression')
        if not terms or unit['id'] not in volume:
            continue
        whole = volume[unit['id']]
        for slot, letter in whole.letter.items():
            parts = [(volume[t['unitId']], t.get('factor', 1)) for t in terms]
            if letter not in COUNTED or any(part.letter.get(slot, 'M') not in COUNTED for part, _ in parts):
                continue
            ours = sum(factor * part.value[slot] for part, factor in parts)
            report.near('slot of a virtual unit', (unit['id'], slot), whole.value[slot], ours, 0.0011 * len(parts))
