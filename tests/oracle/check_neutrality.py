"""Water given back against water taken, by docs/domain.md 9, against the API."""
import math
from check_balance import error_pct
from plant import dmy

#: of a credit that is calculated: within so many percent of it
CALCULATED_PCT = 20


def side(plant, names, days):
    """Litres of some units or None, their standard uncertainty, and each by itself."""
    own = {name: plant.amount(name, days) for name in names}
    variance = 0
    for name, (volume, guessed, _) in own.items():
        meta = plant.units[name]['meta']
        if meta.get('credit', {}).get('method') == 'calculated':
            variance += (CALCULATED_PCT / 100 * (volume or 0)) ** 2 / 3
        else:
            variance += (error_pct(meta) / 100 * (volume or 0)) ** 2 / 3 + (0.2 * guessed) ** 2
    known = [volume for volume, _, _ in own.values() if volume is not None]
    total = sum(known) if known else 0 if not own else None
    return total, math.sqrt(variance), {name: volume for name, (volume, _, _) in own.items()}


def check(api, industry, plant, report):
    named = lambda which: [name for name, unit in plant.units.items() if which in unit['also'] and unit['deployed']]
    credits, debits = named('ID_WATER_CREDITED'), named('ID_WATER_DEBITED')
    if not credits or not debits:
        return
    days = plant.asked
    weeks = [days[at:at + 7] for at in range(0, len(days), 7)]
    for window in [*[[day] for day in days], *weeks, days[-30:], days]:
        what = 'neutrality of %s' % ('a day' if len(window) == 1 else 'a range')
        shown = api.ask('/api/user/neutrality', {'date1': dmy(window[0]), 'date2': dmy(window[-1]), 'divisionFactor': 1})
        given, given_sigma, gifts = side(plant, credits, window)
        taken, taken_sigma, debts = side(plant, debits, window)
        place = (dmy(window[0]), len(window))
        report.near('%s: credited' % what, place, shown['credited']['value'], given, 1)
        report.near('%s: debited' % what, place, shown['debited']['value'], taken, 1)
        for key, own in (('creditedUnits', gifts), ('debitedUnits', debts)):
            listed = {unit['unitId']: unit['value'] for unit in shown[key]}
            for name, litres in own.items():
                report.near('%s: a unit' % what, (*place, name), listed[name], litres, 1)
        if given is None or not taken:
            report.near('%s: no index' % what, place, shown['index'], None, 0)
            continue
        index = given / taken
        report.near('%s: index' % what, place, shown['index'], index, 5.1e-5)
        ours = math.hypot(given_sigma / taken, index * taken_sigma / taken)
        report.near('%s: uncertainty' % what, place, shown['uncertainty'], ours, 5.1e-7)
        report.near('%s: gap' % what, place, shown['gapKL'], (taken - given) / 1000, 0.0051)
