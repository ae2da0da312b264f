"""Tables of a report as people read them: cells of a workbook, and words of a PDF by where they stand (pdftotext)."""
import io, re, subprocess, zipfile
from html import unescape
from xml.etree import ElementTree

NS = {'m': 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'}
#: what is added to each figure that is read
error = 0
REL = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id'


def column_of(reference):
    at = 0
    for letter in re.match('[A-Z]+', reference).group():
        at = 26 * at + ord(letter) - 64
    return at - 1


def sheets(content):
    """[(name, rows)]; a row is {column: (value, places shown or None)}."""
    book = zipfile.ZipFile(io.BytesIO(content))
    tree = lambda path: ElementTree.fromstring(book.read(path))
    text = lambda node: ''.join(part.text or '' for part in node.iter('{%s}t' % NS['m']))
    shared = [text(item) for item in tree('xl/sharedStrings.xml').findall('m:si', NS)]
    styles = tree('xl/styles.xml')
    formats = {f.get('numFmtId'): f.get('formatCode') for f in styles.iter('{%s}numFmt' % NS['m'])}
    formats.update({'1': '0', '2': '0.00'})
    looks = [formats.get(look.get('numFmtId')) for look in styles.find('m:cellXfs', NS)]
    targets = {rel.get('Id'): rel.get('Target') for rel in tree('xl/_rels/workbook.xml.rels')}
    found = []
    for sheet in tree('xl/workbook.xml').find('m:sheets', NS):
        rows = []
        for row in tree('xl/' + targets[sheet.get(REL)].lstrip('/').removeprefix('xl/')).iter('{%s}row' % NS['m']):
            cells = {}
            for cell in row.findall('m:c', NS):
                value = cell.find('m:v', NS)
                if cell.get('t') == 's':
                    cells[column_of(cell.get('r'))] = (shared[int(value.text)], None)
                elif cell.get('t') == 'inlineStr':
                    cells[column_of(cell.get('r'))] = (text(cell), None)
                elif value is not None:
                    look = re.match(r'0(?:\.(0+))?', looks[int(cell.get('s', 0))] or '')
                    is_text = cell.get('t') == 'str'
                    cells[column_of(cell.get('r'))] = (value.text if is_text else float(value.text) + error, look and len(look.group(1) or ''))
            rows.append(cells)
        found.append((sheet.get('name'), rows))
    return found


class Word:
    def __init__(self, page, left, top, right, bottom, text):
        self.page, self.left, self.top, self.right, self.bottom, self.text = page, left, top, right, bottom, text


def words(content, program='pdftotext'):
    read = subprocess.run([program, '-bbox', '-', '-'], input=content, capture_output=True, check=True).stdout.decode()
    found, page = [], 0
    for line in read.splitlines():
        page += '<page' in line
        word = re.search(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>', line)
        if word:
            found.append(Word(page, *map(float, word.groups()[:4]), unescape(word.group(5))))
    return found


def lines(found):
    """Words of one line together, from the top of the first page on."""
    rows = {}
    for word in found:
        rows.setdefault((word.page, round(word.bottom)), []).append(word)
    return [sorted(rows[key], key=lambda word: word.left) for key in sorted(rows)]


def assigned(head, columns):
    """Which words of the lines of a head belong to which column: each takes one word or more of each line until it is complete."""
    def place(line, at, rest):
        if line == len(head):
            return [[] for _ in columns] if not any(rest) else None
        if at == len(columns):
            return place(line + 1, 0, rest) if used[line] == len(head[line]) else None
        if not rest[at]:
            return place(line, at + 1, rest)
        for count in range(1, len(rest[at]) + 1):
            took = head[line][used[line]:used[line] + count]
            if [word.text for word in took] != rest[at][:count]:
                return None
            used[line] += count
            found = place(line, at + 1, [*rest[:at], rest[at][count:], *rest[at + 1:]])
            if found is not None:
                found[at] = took + found[at]
                return found
            used[line] -= count
        return None
    used = [0] * len(head)
    return place(0, 0, [column.split() for column in columns])


class Page:
    """The printed tables of a PDF, one after the other."""

    def __init__(self, content):
        self.lines, self.at = lines(words(content)), 0

    def head(self, at, columns):
        """The line below the head of a table that begins under line `at`, and the words of each column, or None."""
        size = sum(len(column.split()) for column in columns)
        head, first = [], at + 1
        while size > 0 and first < len(self.lines):
            head.append(self.lines[first])
            size -= len(self.lines[first])
            first += 1
        by_column = assigned(head, columns) if size == 0 else None
        return by_column and (first, by_column)

    def table(self, title, columns):
        """Goes on to the table of a title; the lines under its head and where each column stands, or None."""
        is_title = lambda line: ' '.join(word.text for word in line) == title and line[0].bottom - line[0].top > 13
        # a picture may have the title of a table
        begun = (self.head(at, columns) for at in range(self.at, len(self.lines)) if is_title(self.lines[at]))
        first, by_column = next((found for found in begun if found), (None, None))
        if by_column is None:
            return None
        self.at = first
        end = next((i for i in range(first, len(self.lines)) if self.lines[i][0].bottom - self.lines[i][0].top > 13), len(self.lines))
        edges = [(min(w.left for w in own), max(w.right for w in own)) for own in by_column]
        return self.lines[first:end], edges


def cell(line, edge):
    """The figure that stands under a head, flush right; its star hangs out."""
    for word in line:
        is_starred = word.text.endswith('*')
        if abs(word.right - edge[1]) < 1 or is_starred and 0 < word.right - edge[1] < 6:
            return word.text.rstrip('*')
    return None
