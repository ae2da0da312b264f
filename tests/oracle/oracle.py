"""oracle.py headworks.db [http://server] [change] [alter]: works a plant's figures out anew and prints what differs, as JSON.

`change` adds ten counts to one stored slot in memory before the comparison, `alter` two litres to figures of every answer: the
checks have to see it. With `alter` the stored plant itself is not checked again.
"""
import json, sys
import check_api, check_store
from plant import load, meters
from report import Report

DEMO = [('admin', 'demo-admin', 'DEMO'), ('north', 'demo-north', 'NORTH')]


def disturb(base, series):
    one = next(one for one in series.values() if one.unit == 'demo-borewell2' and one.kind == 'counter')
    slot = next(s for s in one.days[sorted(one.days)[-3]] if one.letter[s] == 'G' and one.value[s] > 0)
    one.value[slot] += 10 * meters(base)[one.id][-1][2]


base, series, units = load(sys.argv[1])
if 'change' in sys.argv:
    disturb(base, series)
report = Report()
if 'alter' not in sys.argv:
    check_store.slots(base, series, units, report)
    check_store.days(base, series, units, report)
    check_store.virtual(series, units, report)
if len(sys.argv) > 2 and sys.argv[2].startswith('http'):
    for user, password, industry in DEMO:
        check_api.check(sys.argv[2], user, password, industry, series, units, report, 'alter' in sys.argv)
print(json.dumps(report.answer()))
