import { svg } from './chart.js';
import { text } from './words/language.js';

const WIDEST = 720;
/** Beside the drawing, on a phone. */
const FRAME = 70;
const HEIGHT = 360;
const MARGIN = 64;
/** Of a name, about; a longer one is shown whole by its link. */
const LETTER_WIDTH = 9;
const LINE_HEIGHT = 16;
/** So that one plant, or several in one town, do not fill the whole drawing. */
const LEAST_SPAN = 0.5;
const STEPS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 45];

/** The stretch of degrees that is drawn, with room at both ends. */
const stretchOf = (degrees) => {
  const [least, most] = [Math.min(...degrees), Math.max(...degrees)];
  const half = (Math.max(most - least, LEAST_SPAN) / 2) * 1.15;
  return [(least + most) / 2 - half, (least + most) / 2 + half];
};

/** Degrees of which lines are drawn: four at most. */
const linesIn = ([from, to]) => {
  const step = STEPS.find((one) => (to - from) / one <= 4) ?? 45;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
};

/** Plants by latitude and longitude, north above: no map, and nothing that is loaded from elsewhere. */
export const positions = (plants) => {
  const placed = plants.filter(({ place }) => place !== null);
  if (placed.length === 0) return undefined;
  const width = Math.min(WIDEST, innerWidth - FRAME);
  const [south, north] = stretchOf(placed.map(({ place }) => place.latitude));
  const [west, east] = stretchOf(placed.map(({ place }) => place.longitude));
  // a degree of longitude is shorter by this than one of latitude
  const narrow = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min((width - 2 * MARGIN) / ((east - west) * narrow), (HEIGHT - 2 * MARGIN) / (north - south));
  const x = (longitude) => width / 2 + (longitude - (west + east) / 2) * narrow * scale;
  const y = (latitude) => HEIGHT / 2 - (latitude - (south + north) / 2) * scale;
  const drawing = svg('svg', {
    viewBox: `0 0 ${width} ${HEIGHT}`,
    class: 'positions',
    role: 'group',
    'aria-label': text.compare.where,
  });
  for (const degree of linesIn([south, north]))
    drawing.append(
      svg('line', { x1: MARGIN, x2: width - MARGIN, y1: y(degree), y2: y(degree) }),
      svg('text', { x: 2, y: y(degree) + 4 }, text.compare.north(degree)),
    );
  for (const degree of linesIn([west, east]))
    drawing.append(
      svg('line', { x1: x(degree), x2: x(degree), y1: MARGIN / 2, y2: HEIGHT - MARGIN / 2 }),
      svg('text', { x: x(degree) - 12, y: HEIGHT - 12 }, text.compare.east(degree)),
    );
  const taken = [];
  for (const { site, name, place } of placed.toSorted((a, b) => b.place.latitude - a.place.latitude)) {
    const [left, top] = [x(place.longitude), y(place.latitude)];
    // a name that would stand on another one goes below it
    let line = top + 4;
    while (taken.some((one) => Math.abs(one.line - line) < LINE_HEIGHT && Math.abs(one.left - left) < width / 3))
      line += LINE_HEIGHT;
    taken.push({ left, line });
    const isRight = left > width * 0.65;
    const room = Math.floor((isRight ? left : width - left) / LETTER_WIDTH);
    const shown = name.length > room ? `${name.slice(0, room - 1)}…` : name;
    drawing.append(
      svg(
        'a',
        { href: `#plant/${site}` },
        svg('circle', { cx: left, cy: top, r: 5 }),
        svg('title', {}, name),
        svg('text', { x: left + (isRight ? -10 : 10), y: line, 'text-anchor': isRight ? 'end' : 'start' }, shown),
      ),
    );
  }
  return drawing;
};
