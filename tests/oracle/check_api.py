"""Days, months, sub-categories and categories as the User API answers them, against sums of the stored slots."""
import json, time, urllib.error, urllib.parse, urllib.request
from plant import dmy



def altered(answer):
    """The answer with one figure of each kind two litres too high."""
    for sub, unit in listed(answer):
        if unit['total']:
            unit['total'] += 2
            unit['graph']['values'] = [value + 2 for value in unit['graph']['values']]
            break
    for sub in (sub for category in answer['categories'] for sub in category['subCategories'] if sub['total']):
        sub['total'] += 2
        break
    return {**answer, 'total': None if answer['total'] is None else answer['total'] + 2}


def shifted(body, named=''):
    """An answer with every figure two more than it is, other verdicts, figures where there are none, and other labels of rows."""
    if isinstance(body, dict):
        return {name: shifted(one, 'row' if named == 'rows' else name) for name, one in body.items()}
    if isinstance(body, list):
        return [shifted(one, named) for one in body]
    if named == 'status':
        return 'gain' if body == 'balanced' else 'balanced'
    if named == 'row' and isinstance(body, str):
        return body + ' 2'
    if body is None and named in ('unaccountedKL', 'index'):
        return 2
    return body + 2 if isinstance(body, (int, float)) and not isinstance(body, bool) else body


class Api:
    def __init__(self, url, user, password, alter=False):
        self.url, self.alter = url, alter
        self.token = self.ask('/api/user/user/login', {}, {
            'LoginType': 'DEFAULT', 'username': user, 'password': password, 'X-Headworks-Panel': '1'})['access_token']

    def file(self, path, query, headers=None):
        headers = headers or {'Authorization': 'Bearer ' + self.token}
        request = urllib.request.Request(self.url + path + '?' + urllib.parse.urlencode(query), headers=headers)
        while True:
            try:
                with urllib.request.urlopen(request) as answer:
                    return answer.read()
            except urllib.error.HTTPError as refused:
                # a server allows so many logins and reports a minute, and says when the next one may come
                if refused.code != 429:
                    raise RuntimeError(f'{path}: {refused.code} {refused.read()[:300]}') from refused
                time.sleep(int(refused.headers['Retry-After']))

    def ask(self, path, query, headers=None):
        body = json.loads(self.file(path, query, headers))
        body = body.get('data', body)
        if not self.alter or headers:
            return body
        return altered(body) if path.endswith('/deviceDataV2') else shifted(body)


def listed(answer):
    return [(sub, unit) for category in answer['categories'] for sub in category['subCategories'] for unit in sub['units']]


def once(names, units):
    """Units of a sum, without those whose water others of the sum have counted (domain.md, A total holds each litre once)."""
    virtual = lambda name: units[name]['meta'].get('expression')
    kept = [n for n in names if units[n]['meta'].get('subMeterOf') not in names]
    kept = [n for n in kept if not virtual(n) or not all(t['unitId'] in names for t in virtual(n))]
    metered = [n for n in kept if not (units[n]['type'] == 'manual' and 'ID_SOURCE' not in units[n]['also'])]
    return metered or kept


def total(names, litres, days):
    parts = [litres[name].day_sum(day) for name in names for day in days if day in litres[name].days]
    known = [part for part in parts if part is not None]
    return sum(known) if known else None


def window(api, query, days, units, litres, report, what):
    answer = api.ask('/api/user/deviceDataV2', {'divisionFactor': 1, 'category': 'SOURCE_CATEGORY', **query})
    place = (query['type'], query['date1'])
    water = [(sub, unit) for sub, unit in listed(answer) if unit['unitId'] in litres]
    for sub, unit in water:
        name = unit['unitId']
        if any(day in litres[name].days for day in days):
            report.near('%s of a unit' % what, (*place, name), unit['total'], total([name], litres, days), 1.0)
        for day, shown, letter in zip(days, unit['graph']['values'], unit['graph']['quality']) if query['type'] == 'CUSTOM' else ():
            ours = litres[name].day_sum(day) if day in litres[name].days else None
            report.near('day of a unit', (*place, name, day), None if letter == 'M' else shown, ours, 1.0)
    intake = once([n for n in litres if 'ID_SOURCE' in units[n]['also'] and units[n]['deployed']], units)
    report.near('%s of the intake' % what, place, answer['total'], total(intake, litres, days), 1.0)
    for sub in {sub['id']: sub for sub, _ in water}.values():
        names = once([unit['unitId'] for unit in sub['units'] if unit['unitId'] in litres], units)
        ours = None if sub.get('totalReason') == 'intakeAndUse' else total(names, litres, days)
        report.near('%s of a sub-category' % what, (*place, sub['id']), sub['total'], ours, 1.0)
    use = once([n for n in litres if 'ID_CONSUMPTION' in units[n]['also'] and units[n]['deployed']], units)
    answer = api.ask('/api/user/deviceDataV2', {'divisionFactor': 1, **query, 'category': 'ID_CONSUMPTION'})
    report.near('%s of consumption' % what, place, answer['total'], total(use, litres, days), 1.0)


def check(api, industry, plant, series, units, report):
    units = {name: unit for name, unit in units.items() if unit['industry'] == industry}
    litres = {one.unit: one for one in series.values()
              if one.unit in units and one.param == 'volume' and one.kind == 'counter' and one.measure == 'L'}
    for day in plant.asked:
        window(api, {'type': 'DAY', 'date1': dmy(day)}, [day], units, litres, report, 'DAY')
    window(api, {'type': 'CUSTOM', 'date1': dmy(plant.asked[0]), 'date2': dmy(plant.asked[-1])}, plant.asked, units, litres, report, 'CUSTOM')
    for end in {*plant.ends, plant.closed[-1]}:
        window(api, {'type': 'MONTH', 'date1': dmy(end)}, plant.month(end), units, litres, report, 'MONTH')
