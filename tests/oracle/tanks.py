"""Water in tanks, from docs/domain.md 3.1."""
import math


def volume(tank, level):
    """Cubic metres at a level in metres above the dead bottom."""
    kind = tank['shape']
    if kind == 'vertical_cylinder':
        return math.pi * tank['diameter'] ** 2 / 4 * within(level, tank['height'])
    if kind == 'rectangular':
        return tank['length'] * tank['width'] * tank['compartments'] * within(level, tank['height'])
    if kind == 'horizontal_cylinder':
        radius = tank['diameter'] / 2
        h = within(level, tank['diameter'])
        across = math.sqrt(h * (2 * radius - h))
        segment = radius ** 2 * math.acos((radius - h) / radius) - (radius - h) * across
        return tank['length'] * segment + math.pi * tank['head'] / radius * h ** 2 * (radius - h / 3)
    if kind == 'cone_bottom':
        h, low, high, cone = within(level, tank['height']), tank['bottomDiameter'] / 2, tank['diameter'] / 2, tank['coneHeight']
        part = min(h, cone)
        at = low + (high - low) * part / cone
        return math.pi * part / 3 * (low ** 2 + low * at + at ** 2) + math.pi * high ** 2 * max(0, h - cone)
    rows = tank['rows']
    h = min(max(level, rows[0][0]), rows[-1][0])
    for (h0, v0), (h1, v1) in zip(rows, rows[1:]):
        if h <= h1:
            return v0 + (v1 - v0) * (h - h0) / (h1 - h0)


def within(level, height):
    return min(max(level, 0), height)


def surface(tank, held):
    """Square metres of the water that so many cubic metres have: the slope of the volume where it is that."""
    low, high = (0, tank.get('height', tank.get('diameter'))) if tank['shape'] != 'table' else (tank['rows'][0][0], tank['rows'][-1][0])
    bottom, top = low, high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if volume(tank, middle) < held else (low, middle)
    below, above = max(bottom, low - 0.001), min(top, low + 0.001)
    return (volume(tank, above) - volume(tank, below)) / (above - below)
