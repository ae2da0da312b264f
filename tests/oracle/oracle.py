"""oracle.py headworks.db [http://server] [mode]: works a plant's figures out anew and prints what differs, as JSON.

Without a mode everything is compared. The modes show that a wrong figure is seen, on a few days: `change` adds ten counts to slots
of two meters in memory, `alter` makes every figure of every answer two too high, `misprint` every figure of every file. `joined` compares
the balance alone, by the graph that the server has by now.
"""
import json, sys
import check_api, check_balance, check_neutrality, check_reports, check_ro, check_store, printed
from plant import Days, load, meters
from report import Report

DEMO = [('admin', 'demo-admin', 'DEMO'), ('north', 'demo-north', 'NORTH')]


def disturb(base, series):
    """On the last three days, so that every kind of figure has the change in it: an inlet, and the feed of the RO train. A day that has only just begun has no slot for it."""
    for name in ('demo-borewell2', 'demo-roFeed'):
        one = next(one for one in series.values() if one.unit == name and one.kind == 'counter')
        for day in sorted(one.days)[-3:]:
            flowing = lambda s: one.letter.get(s) == 'G' and one.value[s] > 0
            slot = next((s for s in one.days[day] if flowing(s) and flowing(s - 3)), None)
            if slot is not None:
                one.value[slot] += 10 * meters(base)[one.id][-1][2]


mode = next((word for word in sys.argv[2:] if word in ('change', 'alter', 'misprint', 'joined')), None)
base, series, units = load(sys.argv[1])
if mode == 'change':
    disturb(base, series)
if mode == 'misprint':
    printed.error = 2
report = Report()
if mode in (None, 'change'):
    check_store.slots(base, series, units, report)
    check_store.days(base, series, units, report)
if mode is None:
    check_store.stocks(series, units, report)
    check_store.virtual(series, units, report)
if len(sys.argv) > 2 and sys.argv[2].startswith('http'):
    for user, password, industry in DEMO:
        api, plant = check_api.Api(sys.argv[2], user, password, mode == 'alter'), Days(series, units, industry, few=mode is not None)
        if mode == 'joined':
            if industry == 'DEMO':
                check_balance.check_joined(api, plant, report)
            continue
        if mode != 'misprint':
            check_api.check(api, industry, plant, series, units, report)
            check_balance.check(api, base, industry, plant, report)
            check_ro.check(api, base, industry, plant, report)
            check_neutrality.check(api, industry, plant, report)
        check_reports.check(api, industry, plant, report)
print(json.dumps(report.answer()))
