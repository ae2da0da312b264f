"""Reports: each figure of the JSON in the workbook and in the PDF by its row and column heading, and figures of our own."""
import re
from datetime import datetime, timedelta
import printed
from plant import dmy

ZONE = timedelta(hours=5, minutes=30)


def heading(column):
    return '%s (%s)' % (column['name'], column['unit']) if column.get('unit') else column['name']


def label_of(value):
    if isinstance(value, str) and re.fullmatch(r'\d{4}-\d\d-\d\dT[\d:.]+Z', value):
        return (datetime.fromisoformat(value[:19]) + ZONE).strftime('%d/%m/%Y %H:%M')
    return '' if value is None else str(value)


def figures(section):
    """(place of the row, its label, column, value) of every number of a table."""
    first = section['columns'][0]['key']
    for at, row in enumerate(section['rows']):
        for column in section['columns']:
            value = row.get(column['key'])
            if isinstance(value, (int, float)):
                yield at, '' if isinstance(row[first], (int, float)) else label_of(row[first]), column, value


def in_sheet(rows, section):
    """Numbers of a sheet as (row, column) -> (value as shown, label of the row)."""
    heads = [heading(column) for column in section['columns']]
    texts = [[cells.get(at, ('', None))[0] for at in range(len(heads))] for cells in rows]
    if heads not in texts:
        return None
    first, found = texts.index(heads) + 1, {}
    for at in range(len(section['rows'])):
        cells = rows[first + at] if first + at < len(rows) else {}
        for column in range(len(heads)):
            value, places = cells.get(column, (None, None))
            if isinstance(value, float) and places is not None:
                found[at, column] = (value, places, cells.get(0, ('', None))[0])
    return found


#: columns that are printed also where nothing ran
ALWAYS = ('volume', 'abstraction', 'energy')
#: printed also where every row of them is zero
OF_TABLE = (
    'volume abstraction energy rain close permeate hours index credited debited unaccounted median mean out complete valid '
    'creditedComplete debitedComplete'
).split()


def on_paper(section):
    """Places of the rows and columns that are printed: no column in which every row has nothing, or zero where that says nothing of what the table is about, no limit that was kept."""
    keys = [column['key'] for column in section['columns']]
    rows = [at for at, row in enumerate(section['rows']) if row.get('verdict') != 'kept']
    nothing = lambda key: (None, '') if key in OF_TABLE else (None, 0, '')
    filled = lambda key: any(section['rows'][at].get(key) not in nothing(key) for at in rows)
    columns = [at for at, key in enumerate(keys) if at == 0 or key in ALWAYS or filled(key)]
    is_number = lambda at: any(isinstance(section['rows'][row].get(keys[at]), (int, float)) for row in rows)
    return (rows, columns) if rows and any(keys[at] in ALWAYS or is_number(at) for at in columns) else (rows, list(range(len(keys))))


def in_print(page, section):
    """Numbers of a printed table as (row, column) -> (text, label of the row)."""
    rows, columns = on_paper(section)
    heads = [heading(section['columns'][at]) for at in columns]
    table = page.table(section['title'], heads)
    if not table:
        return None
    lines, edges = table
    first, at, found = section['columns'][0]['key'], 0, {}
    for row_at in rows:
        row = section['rows'][row_at]
        is_number = isinstance(row[first], (int, float))
        label = label_of(row[first]).split()
        has = lambda line: is_number or label and [w.text for w in line if abs(w.left - edges[0][0]) < 1][:1] == label[:1]
        at = next((i for i in range(at, len(lines)) if has(lines[i])), None)
        if at is None:
            return found
        shown = [] if is_number else label_at(lines[at:at + 6], edges, label)
        for place, column in enumerate(columns):
            text = printed.cell(lines[at], edges[place])
            if text is not None:
                found[row_at, column] = (text, ' '.join(shown))
        at += 1
    return found


def label_at(lines, edges, label):
    """Words under the first head, on as many lines as the label takes."""
    begins, shown = edges[1][0] if len(edges) > 1 else 1e9, []
    for line in lines:
        shown += [word.text for word in line if word.right < begins + 0.5]
        if not ''.join(label).startswith(''.join(shown)) or ''.join(shown) == ''.join(label):
            break
    return shown


def search(report, what, place, json, book, paper):
    """Every figure of the JSON by its headings. Each has to be found, so that a missing row or column is a difference."""
    taken = [rows for _, rows in book]
    for section in json['sections']:
        wanted = list(figures(section))
        keys = [column['key'] for column in section['columns']]
        sheet = next((found for found in (in_sheet(rows, section) for rows in taken if titled(rows, section)) if found is not None), None)
        sides = in_print(paper, section)
        rows, columns = on_paper(section)
        for at, label, column, value in wanted:
            where = (*place, section['title'], label, heading(column))
            shown, places, name = (sheet or {}).get((at, keys.index(column['key'])), (None, 0, None))
            report.near('figure of a report in the workbook', where, shown, value, 0.5 * 10 ** -places + 1e-6)
            if label:
                report.same('row of a report in the workbook', where, same_label(name), label)
            if at not in rows or keys.index(column['key']) not in columns:
                report.skipped['figure that is left out on paper'] += 1
                continue
            text, name = (sides or {}).get((at, keys.index(column['key'])), (None, None))
            report.near('figure of a report on paper', where, number(text), value, 1e-9)
            if label:
                report.same('row of a report on paper', (*where, name), (name or '').replace(' ', ''), label.replace(' ', ''))


def titled(rows, section):
    return bool(rows) and str(rows[0].get(0, ('', None))[0]).endswith('– ' + section['title'])


def same_label(name):
    if isinstance(name, float):
        return (datetime(1899, 12, 30) + timedelta(days=name)).strftime('%d/%m/%Y %H:%M')
    return name


def number(text):
    try:
        return float(text.replace('−', '-')) + printed.error
    except (AttributeError, ValueError):
        return None


def ours(plant, days, unit):
    """Figures of a meter that we work out, by the key of their column: value and the tolerance of its places."""
    param = 'energy' if unit['type'] == 'energy' else 'volume'
    if (unit['id'], param) not in plant.by_name or plant.of(unit['id'], param).kind != 'counter':
        return {}
    total, guessed, complete = plant.amount(unit['id'], days, param)
    scale, tolerance = 1000, 0.0501 if param == 'energy' else 0.00501
    found = {param: (None if total is None else total / scale, tolerance),
             'estimated': (guessed / scale, tolerance), 'complete': (100 * complete, 0.0501)}
    one, hours = plant.of(unit['id'], param), []
    for day in days:
        slots = plant.windows[day]
        hours += [[one.value[s] for s in slots[at:at + 12] if one.letter[s] in 'GEFBR'] for at in range(0, len(slots), 12)]
    if len(days) == 1 and any(hours) and param == 'volume':
        found['peak'] = (max(sum(hour) for hour in hours if hour) / scale, tolerance)
    before = plant.windows[days[0]][0] - 1
    if one.raw and len(days) == 1 and before in one.raw and plant.windows[days[-1]][-1] in one.raw:
        found['open'] = (one.raw[before], 0.000501)
        found['close'] = (one.raw[plant.windows[days[-1]][-1]], 0.000501)
    return found


def own(report, place, plant, days, json, book, paper):
    """Our own figures of meters, as they are printed and as they stand in the workbook."""
    named = {unit['name']: unit for unit in plant.units.values()}
    for section in json['sections']:
        keys = [column['key'] for column in section['columns']]
        if keys[0] != 'unit' or not {'volume', 'energy'} & set(keys):
            continue
        sheet = next((found for found in (in_sheet(rows, section) for _, rows in book if titled(rows, section)) if found is not None), {})
        sides, (_, columns) = in_print(paper, section) or {}, on_paper(section)
        for at, row in enumerate(section['rows']):
            unit = named.get(row['unit'])
            if not unit or unit['type'] == 'manual':
                continue
            for key, (value, tolerance) in ours(plant, days, unit).items():
                if key not in keys:
                    continue
                where = (*place, section['title'], row['unit'], key)
                column = keys.index(key)
                if column in columns:
                    report.near('%s of a meter on paper' % key, where, number(sides.get((at, column), (None,))[0]), value, tolerance)
                else:
                    report.near('%s of a meter that is left out on paper' % key, where, printed.error, value or 0, tolerance)
                report.near('%s of a meter in the workbook' % key, where, sheet.get((at, column), (None,))[0], value, tolerance)


def orders(industry, plant):
    last, month = plant.closed[-1], plant.month(plant.ends[-1])
    yield 'summary', 'daily', [last]
    if plant.is_short:
        return
    yield 'summary', 'daily', [last - 1]
    yield 'water', 'daily', [plant.closed[-13]]
    yield 'summary', 'monthly', month
    if industry == 'DEMO':
        yield 'smart_city', 'daily', [last]
        yield 'energy', 'monthly', month
        yield 'quality', 'daily', [last]


def check(api, industry, plant, report):
    for service, kind, days in orders(industry, plant):
        query = {'startDate': dmy(days[-1]), 'service': service, 'reportType': kind}
        json = api.ask('/api/user/report/dailySummary', query)
        book = printed.sheets(api.file('/api/user/report', {**query, 'reportFormat': 'xlsx'}))
        pdf = api.file('/api/user/report', {**query, 'reportFormat': 'pdf'})
        place = (industry, service, kind, dmy(days[-1]))
        search(report, service, place, json, book, printed.Page(pdf))
        own(report, place, plant, days, json, book, printed.Page(pdf))
