"""Figures of RO plants, by docs/domain.md 10, against the API."""
import json, math
from statistics import median
from plant import MEASURED, dmy

SIDES = ('feed', 'permeate', 'reject')
#: a start-up of 15 minutes does not count
START_SLOTS = 3
FEWEST_POINTS = 13


class Train:
    """One RO plant: a meter a side, an analyser of the train, an energy meter."""

    def __init__(self, base, industry, plant):
        self.plant = plant
        facts = json.loads(base.execute('select meta from industry where id = ?', (industry,)).fetchone()[0])['facts']
        self.design = facts['roPlants'][0]
        own = [u for u in plant.units.values() if 'RO_EFFICIENCY_PLANT' in (u['standard'], *u['also'])]
        at = lambda unit: unit['meta'].get('ro', {}).get('side')
        meter = lambda side: next(u['id'] for u in own if at(u) == side and u['type'] == 'flow')
        self.litres = {side: plant.of(meter(side)) for side in SIDES}
        self.energy = plant.of(next(u['id'] for u in own if u['type'] == 'energy'), 'energy')
        analyser = next(u['id'] for u in own if u['type'] == 'quality')
        self.gauges = {name[1]: one for name, one in plant.by_name.items() if name[0] == analyser}
        self.idle = set()
        for start, end in base.execute("select started_at, ended_at from ro_log where plant_id = ? and kind in ('cip', 'flush', 'shutdown')",
                                       (self.design['plantId'],)):
            self.idle.update(range(start // 300_000, max(start // 300_000 + 1, -(-end // 300_000))))

    def known(self, one, slot):
        return one.value[slot] if one.letter.get(slot, 'M') not in 'MX' else None

    def flows(self, slot):
        return {side: self.known(one, slot) for side, one in self.litres.items()}

    def runs(self, slot):
        litres = self.known(self.litres['permeate'], slot)
        return None if litres is None else litres * 12 / 1000 > 0.1 * self.design['designPermeateM3h']

    def is_steady(self, slot):
        if not self.runs(slot) or slot in self.idle:
            return False
        # a gap is no stop; what is before the first reading neither
        return all(self.runs(slot - ago) is not False for ago in range(1, START_SLOTS + 1))

    def figures(self, days):
        slots = self.plant.slots(self.litres['feed'], days)
        ratio = {name: [0, 0] for name in ('recovery', 'closure', 'drop', 'energy', 'saltIn', 'saltOut', 'temperature')}
        volume, hours, kwh = dict.fromkeys(SIDES, 0), 0, 0

        def add(name, part, whole):
            ratio[name][0] += part
            ratio[name][1] += whole

        for slot in slots:
            flow = self.flows(slot)
            for side in SIDES:
                volume[side] += flow[side] or 0
            hours += self.runs(slot) is True
            used = self.known(self.energy, slot)
            kwh += used or 0
            if used is not None and flow['permeate'] is not None:
                add('energy', used, flow['permeate'])
            if not self.is_steady(slot) or None in flow.values():
                continue
            feed, permeate, reject = (flow[side] for side in SIDES)
            add('recovery', permeate, feed)
            add('closure', feed - permeate - reject, feed)
            gauge = {name: self.known(one, slot) for name, one in self.gauges.items()}
            if gauge['feed_conductivity'] is not None and gauge['permeate_conductivity'] is not None:
                add('saltIn', 0.65 * gauge['feed_conductivity'] * feed, feed)
                add('saltOut', 0.65 * gauge['permeate_conductivity'] * permeate, permeate)
            if gauge['feed_pressure'] is not None and gauge['reject_pressure'] is not None:
                add('drop', gauge['feed_pressure'] - gauge['reject_pressure'], 1)
            if gauge['temperature'] is not None:
                add('temperature', gauge['temperature'], 1)
        return {name: part / whole if whole else None for name, (part, whole) in ratio.items()}, volume, hours / 12, kwh / 1000

    def coefficients(self, day):
        """Medians over a day of what the membranes are like: water, salt, pressure (ASTM D4516)."""
        points = []
        for slot in self.plant.windows[day]:
            if not self.is_steady(slot) or any(one.letter.get(slot, 'M') not in MEASURED for one in self.litres.values()):
                continue
            feed, permeate, reject = (12 * one.value[slot] / 1000 for one in self.litres.values())
            gauge = {name: self.known(one, slot) for name, one in self.gauges.items()}
            if None in gauge.values() or not 0 < permeate < feed or reject <= 0:
                continue
            cf, cp = 0.65 * gauge['feed_conductivity'], 0.65 * gauge['permeate_conductivity']
            pf, pr, pp, warm = gauge['feed_pressure'], gauge['reject_pressure'], gauge['permeate_pressure'], gauge['temperature']
            recovery = permeate / feed
            brine = cf * math.log(1 / (1 - recovery)) / recovery
            osmotic = lambda c: 0.002654 * c * (warm + 273.15) / (1000 - c / 1000)
            driving = pf - (pf - pr) / 2 - pp - osmotic(brine) + osmotic(cp)
            tcf = math.exp((2640 if warm > 25 else 3020) * (1 / 298.15 - 1 / (273.15 + warm)))
            points.append((permeate / (driving * tcf), cp * permeate / (brine * tcf), (pf - pr) / ((feed + reject) / 2) ** 1.5))
        return [median(values) for values in zip(*points)] if len(points) >= FEWEST_POINTS else None


def check(api, base, industry, plant, report):
    if not any('RO_EFFICIENCY_PLANT' in unit['also'] for unit in plant.units.values()):
        return
    train = Train(base, industry, plant)
    coefficients = {day: train.coefficients(day) for day in plant.closed}
    reference = next(c for c in coefficients.values() if c)
    for kind, day in [('DAY', day) for day in plant.asked] + [('MONTH', day) for day in plant.ends]:
        window = [day] if kind == 'DAY' else plant.month(day)
        shown = api.ask('/api/user/roEfficiency', {'date1': dmy(day), 'type': kind})['data1']['plants'][0]
        part, volume, hours, kwh = train.figures(window)
        near = lambda what, theirs, ours, places: report.near('RO of a %s: %s' % (kind.lower(), what), dmy(day), theirs, ours, 0.51 * 10 ** -places)
        percent = lambda name: None if part[name] is None else 100 * part[name]
        passage = None if not part['saltIn'] else 100 * part['saltOut'] / part['saltIn']
        for side in SIDES:
            near('volume', shown[side]['volumeKL'], volume[side] / 1000, 2)
        near('run hours', shown['runHours'], hours, 2)
        near('recovery', shown['recoveryPct'], percent('recovery'), 2)
        near('closure', shown['flowClosurePct'], percent('closure'), 2)
        near('salt passage', shown['saltPassagePct'], passage, 2)
        near('salt rejection', shown['saltRejectionPct'], None if passage is None else 100 - passage, 2)
        near('pressure drop', shown['differentialPressureBar'], part['drop'], 2)
        near('temperature', shown['temperatureC'], part['temperature'], 2)
        near('energy', shown['energy']['kWh'], kwh, 1)
        near('energy a volume', shown['energy']['specificKWhPerKL'], part['energy'], 3)
        last = next((coefficients[d] for d in reversed(window) if coefficients[d]), None)
        for at, name in enumerate(('permeateFlowPct', 'saltPassagePct', 'differentialPressurePct')):
            near('normalised', shown['normalized'][name], last and 100 * last[at] / reference[at], 2)
