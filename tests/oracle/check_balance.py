"""The water balance of every node and of the plant, by docs/domain.md 7, against the API."""
import json, math
from statistics import median
from plant import MEASURED, dmy
from tanks import surface

HISTORY_DAYS = 60
#: a figure is shown to 10 L, a z to a hundredth
KL, Z = 0.0051, 0.0051


def error_pct(meta):
    if 'mpePct' in meta:
        return meta['mpePct']
    named = meta.get('meterClass', '').strip().lower()
    if named.startswith(('em', 'mag', 'electromag', 'electro-mag')):
        return 0.5
    return 1 if named in ('1', 'class 1') else 2


class Graph:
    def __init__(self, body, plant):
        self.plant, self.nodes = plant, {node['id']: node for node in body['nodes']}
        self.edges = [edge for edge in body['edges'] if edge['source'] in self.nodes and edge['target'] in self.nodes]
        self.unknown = [e for e in self.edges if not e['unitIds'] and 'estimate' not in e]
        self.group = {name: {name} for name in self.nodes if self.keeps(name)}
        for edge in self.unknown:
            if edge['source'] in self.group and edge['target'] in self.group:
                joined = self.group[edge['source']] | self.group[edge['target']]
                for name in joined:
                    self.group[name] = joined

    def keeps(self, node):
        return self.nodes[node]['conserve']

    def is_open(self, name):
        """Whether a flow that nobody measures leaves the nodes that can be balanced only together with this one."""
        group = self.group[name]
        return any((e['source'] in group) != (e['target'] in group) for e in self.unknown)

    def speaks(self, name):
        """Whether the balance of its group is said to be that of the node: no other one of it may lose water."""
        losing = [one for one in self.group[name] if self.nodes[one]['type'] != 'junction']
        return len(self.group[name]) == 1 or losing == [name]

    def error(self, unit):
        errors = [e['mpePct'] for e in self.edges if unit in e['unitIds'] and 'mpePct' in e]
        return max(errors) if errors else error_pct(self.plant.units[unit]['meta'])

    def passed(self, edge, days):
        """Litres of an edge, or None; and the uncertainty of an estimate."""
        if edge['unitIds']:
            sums = [self.plant.amount(unit, days)[0] for unit in edge['unitIds']]
            return (None if None in sums else sum(sums)), 0
        if 'estimate' in edge:
            litres = edge['estimate']['value'] * 1000 * len(days)
            return litres, edge['estimate']['uncertaintyPct'] / 100 * litres / math.sqrt(3)
        return None, 0

    def stock_change(self, node, days):
        """Litres that the tanks of a node gained and their variance; None where an end is not known."""
        change, variance = 0, 0
        first, end = self.plant.windows[days[0]][0], self.plant.windows[days[-1]][-1] + 1
        for unit in node.get('stockUnitIds', []):
            one = self.plant.of(unit)
            last = lambda before: next((one.value[s] for s in range(before - 1, before - 7, -1) if one.letter.get(s, 'M') in MEASURED), None)
            opening, closing = last(first), last(end)
            if opening is None and one.letter.get(first, 'M') in MEASURED:
                opening = one.value[first]
            if opening is None or closing is None:
                return None, 0
            meta = self.plant.units[unit]['meta']
            change += closing - opening
            for held in (opening, closing):
                variance += (surface(meta['tank'], held / 1000) * meta.get('levelSigmaM', 0.002) * 1000) ** 2
        return change, variance

    def balance(self, names, days):
        """Of some nodes as one, litres: in, out, stock, known loss, unaccounted, sigma; and the least completeness of their meters."""
        into = [e for e in self.edges if e['target'] in names and e['source'] not in names]
        out = [e for e in self.edges if e['source'] in names and e['target'] not in names]
        flows = [self.passed(edge, days) for edge in into + out]
        stocks = [self.stock_change(self.nodes[name], days) for name in names]
        if any(flow is None for flow, _ in flows) or any(change is None for change, _ in stocks):
            return None
        inflow = sum(max(0, f) for f, _ in flows[:len(into)]) + sum(max(0, -f) for f, _ in flows[len(into):])
        outflow = sum(max(0, -f) for f, _ in flows[:len(into)]) + sum(max(0, f) for f, _ in flows[len(into):])
        if any(self.nodes[name].get('knownLossPct') and self.passed(e, days)[0] is None for name in names for e in self.edges if e['target'] == name):
            return None
        known = sum(self.lost(name, days) for name in names)
        stock = sum(change for change, _ in stocks)
        variance = sum(v for _, v in stocks) + sum(sigma ** 2 for _, sigma in flows)
        sides = {}
        for sign, edges in ((1, into), (-1, out)):
            for edge in edges:
                for unit in edge['unitIds']:
                    sides[unit] = sides.get(unit, 0) + sign
        complete = 1
        for unit, sign in sides.items():
            volume, guessed, measured = self.plant.amount(unit, days)
            variance += sign ** 2 * ((self.error(unit) / 100 * volume) ** 2 / 3 + (0.2 * guessed) ** 2)
            complete = min(complete, measured)
        return inflow, outflow, stock, known, inflow - outflow - stock - known, math.sqrt(variance), complete

    def rest(self, edge, days):
        """Litres that the other edges of a node leave for the one without meter."""
        node = edge['target'] if self.keeps(edge['target']) else edge['source']
        sign = lambda e: 1 if e['target'] == node else -1
        others = [e for e in self.edges if node in (e['source'], e['target']) and e is not edge]
        assert not self.nodes[node].get('knownLossPct'), 'a known loss beside an edge without meter'
        left = sum(sign(e) * self.passed(e, days)[0] for e in others) - self.stock_change(self.nodes[node], days)[0]
        return -sign(edge) * left

    def border(self, keeping, days):
        """What comes into the nodes that conserve, and what leaves them."""
        into = out = 0
        for edge in self.edges:
            inward, outward = edge['target'] in keeping, edge['source'] in keeping
            if inward == outward:
                continue
            litres = self.passed(edge, days)[0]
            litres = self.rest(edge, days) if litres is None else litres
            if inward == (litres >= 0):
                into += abs(litres)
            else:
                out += abs(litres)
        return into, out

    def lost(self, name, days):
        pct = self.nodes[name].get('knownLossPct', 0)
        into = [self.passed(e, days)[0] for e in self.edges if e['target'] == name]
        return pct / 100 * sum(max(0, f) for f in into) if pct else 0


def judged_day(found):
    """(lost, taken in) of a day that can be compared."""
    return (found[4], found[0]) if found and found[6] >= 0.9 and found[0] > 0 else None


def baseline_z(days):
    """Of the last of them: distance to the median of the last 14 days that were calm, in 1.4826 MAD or 0.3 %. Days with a fifth of the
    usual inflow or less are left out."""
    calm, z = [], None
    usual = median([day[1] for day in days if day] or [0])
    for day in days:
        z = None
        if day is None or day[1] <= usual / 5:
            continue
        ratio = day[0] / day[1]
        if len(calm) >= 7:
            middle = median(calm[-14:])
            z = (ratio - middle) / max(0.003, 1.4826 * median(abs(one - middle) for one in calm[-14:]))
        if z is None or z < 3:
            calm.append(ratio)
    return z


def z_of(loss, sigma):
    return loss / sigma if sigma else 0 if loss == 0 else None


def compare(report, what, place, theirs, found, alone=True):
    keys = ('inKL', 'outKL', 'stockChangeKL', 'knownLossKL', 'unaccountedKL', 'uncertaintyKL')
    if found is None:
        report.near('%s: not judged' % what, place, theirs['unaccountedKL'], None, 0)
        return
    for key, litres in zip(keys, found):
        if not alone and key in ('inKL', 'outKL'):
            continue
        report.near('%s: %s' % (what, key), place, theirs[key], litres / 1000, KL)
    inflow, _, _, _, loss, sigma, complete = found
    z = z_of(loss, sigma)
    report.near('%s: z' % what, place, theirs['z'], z, Z)
    if z is None or abs(abs(z) - 2) > Z:
        verdict = 'undetermined' if z is None else 'incomplete' if complete < 0.9 else 'loss' if z >= 2 else 'gain' if z <= -2 else 'balanced'
        report.same('%s: verdict' % what, place, theirs['status'], verdict)


def check_joined(api, plant, report):
    """Of the graph that the server has now: nodes joined by edges whose meters were taken away."""
    graph = Graph(api.ask('/api/user/waterBalance/graphEditor', {}), plant)
    keeping = [name for name in graph.nodes if graph.keeps(name)]
    joined = [name for name in keeping if len(graph.group[name]) > 1]
    assert joined, 'no edge without a meter between two nodes that conserve'
    for day in plant.asked:
        shown = window(api, graph, keeping, ('HOUR', [day], 'joined'), report)
        for name in joined:
            report.same('joined: of nodes that speak', (dmy(day), name), shown[name]['unaccountedKL'] is not None, graph.speaks(name) and not graph.is_open(name))


def check(api, base, industry, plant, report):
    stored = base.execute("select body from document where industry_id = ? and kind = 'waterBalance'", (industry,)).fetchone()
    if not stored:
        return
    graph = Graph(json.loads(stored[0]), plant)
    keeping = [name for name in graph.nodes if graph.keeps(name)]
    single = [name for name in keeping if len(graph.group[name]) == 1]
    ratios = {name: {day: judged_day(graph.balance([name], [day])) for day in plant.closed} for name in single}
    for day in plant.asked:
        shown = window(api, graph, keeping, ('HOUR', [day], 'balance of a day'), report)
        for node in single:
            ours = baseline_z([ratios[node].get(d) for d in range(day - HISTORY_DAYS, day + 1)])
            report.near('balance of a day, node: baseline z', (dmy(day), node), shown[node]['baselineZ'], ours, Z)
    # a month that the plant joined in has no stock to begin with
    for end in [end for end in plant.ends if plant.month(end)[0] > plant.closed[0]]:
        window(api, graph, keeping, ('DATE', plant.month(end), 'balance of a month'), report)


def window(api, graph, keeping, asked, report):
    kind, days, name = asked
    answer = api.ask('/api/user/waterBalance/data', {'date1': dmy(days[-1]), 'type': kind})
    place, shown, judged = dmy(days[-1]), {node['id']: node for node in answer['nodes']}, []
    for node in keeping:
        found = None if graph.is_open(node) or not graph.speaks(node) else graph.balance(graph.group[node], days)
        # what one node of several took in is what the others leave for it
        compare(report, '%s, node' % name, (place, node), shown[node], found, len(graph.group[node]) == 1)
        if not graph.is_open(node) and graph.balance(graph.group[node], days):
            judged.append(node)
    whole = graph.balance(judged, days)
    into, out = graph.border(keeping, days)
    ours = {'inKL': into / 1000, 'outKL': out / 1000, 'unaccountedKL': whole[4] / 1000, 'uncertaintyKL': whole[5] / 1000}
    for key, value in ours.items():
        report.near('%s, plant: %s' % (name, key), place, answer['totals'][key], value, KL)
    report.near('%s, plant: z' % name, place, answer['totals']['z'], z_of(whole[4], whole[5]), Z)
    for edge in answer['edges']:
        litres, _ = graph.passed(next(e for e in graph.edges if e['id'] == edge['id']), days)
        report.near('%s, edge' % name, (place, edge['id']), edge['measuredKL'], None if litres is None else litres / 1000, KL)
    return shown
