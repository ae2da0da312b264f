import type { FlowSection } from '../model.ts';
import { alarmColour, type Drawing, ink, type Point, type Shape, seriesColours } from './drawing.ts';
import { numberText } from './numbers.ts';

const LABEL_SIZE = 7;
const LINE_HEIGHT = 8;
/** Of a letter, in parts of its size: an estimate, as a figure knows no font. */
const LETTER_WIDTH = 0.56;
const NODE_WIDTH = 9;
const GAP = 4;
/** Names are to the right of their nodes, those of the last column too. */
const LABEL_ROOM = { most: 110, part: 0.17 };
const RECYCLE_ROOM = 22;
const margin = { top: 8, side: 6, bottom: 8 };

type Node = {
  id: string;
  name: string;
  column: number;
  inflow: number;
  outflow: number;
  y: number;
  height: number;
  lines: readonly string[];
};

const volumeOf = ({ inflow, outflow }: Pick<Node, 'inflow' | 'outflow'>): number => Math.max(inflow, outflow);

const amountOf = (node: Node, { decimals, unit }: FlowSection): string => `${numberText(volumeOf(node), decimals)} ${unit}`;

/** A name on as many lines as it needs, its words unbroken. */
const nameLines = (name: string, width: number): string[] => {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && longer.length * LABEL_SIZE * LETTER_WIDTH > width) lines.push(word);
    else lines.splice(-1, 1, longer);
  }
  return lines;
};

/** A node takes as much room as its volume, and no less than its name. */
const slotOf = (node: Node, scale: number): number => Math.max(volumeOf(node) * scale, node.lines.length * LINE_HEIGHT);

const tallOf = (own: readonly Node[], scale: number): number =>
  own.reduce((sum, node) => sum + slotOf(node, scale), GAP * (own.length - 1));

const HALVINGS = 40;

/** The largest scale at which a column of nodes fits; of more names than there is room for, a scale at which the volumes do. */
const scaleOf = (own: readonly Node[], room: number): number => {
  const volume = own.reduce((sum, node) => sum + volumeOf(node), 0);
  if (volume === 0) return Number.POSITIVE_INFINITY;
  let [low, high] = [0, room / volume];
  if (tallOf(own, 0) >= room) return high / 2;
  for (let round = 0; round < HALVINGS; round += 1) {
    const middle = (low + high) / 2;
    if (tallOf(own, middle) <= room) low = middle;
    else high = middle;
  }
  return low;
};

/** How far each node is from where water enters; back-links of recycled water are left out of the count. */
const columnsOf = ({ nodes, links }: FlowSection): Map<string, number> => {
  const columns = new Map(nodes.map(({ id }) => [id, 0]));
  const forward = links.filter(({ kind }) => kind !== 'recycle');
  // as many rounds as nodes settle every path; a loop that is left stops growing there
  for (let round = 0; round < nodes.length; round += 1) {
    let moved = false;
    for (const { source, target } of forward) {
      const wanted = Math.min((columns.get(source) ?? 0) + 1, nodes.length);
      if (wanted > (columns.get(target) ?? 0)) {
        columns.set(target, wanted);
        moved = true;
      }
    }
    if (!moved) break;
  }
  return columns;
};

/**
 * Water from left to right, widths as volumes. Recycled water is drawn as a thin line back to where it enters again.
 */
export const flowDrawing = (section: FlowSection, width: number, height: number): Drawing => {
  const columns = columnsOf(section);
  const drawn = section.links.filter(({ value }) => value > 0);
  const sum = (id: string, end: 'source' | 'target'): number =>
    drawn.filter((link) => link[end] === id && link.kind !== 'recycle').reduce((total, { value }) => total + value, 0);
  const joined = new Set(drawn.flatMap(({ source, target }) => [source, target]));
  const shown = section.nodes.filter(({ id }) => joined.has(id));
  const nodes = shown.map(
    ({ id, name }): Node => ({
      id,
      name,
      column: columns.get(id) ?? 0,
      inflow: sum(id, 'target'),
      outflow: sum(id, 'source'),
      y: 0,
      height: 0,
      lines: [],
    }),
  );
  const byColumn = [...Map.groupBy(nodes, ({ column }) => column).entries()].toSorted(([a], [b]) => a - b).map(([, own]) => own);
  const labelRoom = Math.min(LABEL_ROOM.most, width * LABEL_ROOM.part);
  const step = byColumn.length > 1 ? (width - 2 * margin.side - NODE_WIDTH - labelRoom) / (byColumn.length - 1) : 0;
  const labelWidth = byColumn.length > 1 ? Math.min(labelRoom, step - NODE_WIDTH - 6) : width / 2;
  for (const node of nodes) node.lines = [...nameLines(node.name, labelWidth), amountOf(node, section)];
  const room = height - margin.top - (drawn.some(({ kind }) => kind === 'recycle') ? RECYCLE_ROOM : margin.bottom);
  const scale = Math.min(...byColumn.map((own) => scaleOf(own, room)));
  if (!Number.isFinite(scale)) return { width, height, title: section.title, shapes: [] };
  for (const own of byColumn) {
    let y = margin.top + Math.max(0, (room - tallOf(own, scale)) / 2);
    for (const node of own) {
      const slot = slotOf(node, scale);
      node.height = Math.max(1, volumeOf(node) * scale);
      node.y = y + (slot - node.height) / 2;
      y += slot + GAP;
    }
  }
  const place = new Map(
    byColumn.flatMap((own, at) => own.map((node) => [node.id, { node, x: margin.side + at * step }] as const)),
  );
  return {
    width,
    height,
    title: section.title,
    shapes: [...bandsOf(drawn, place, scale, { ...section, foot: height - 3 }), ...marksOf(section, place)],
  };
};

type Place = { node: Node; x: number };
type Places = ReadonlyMap<string, Place>;

/** Along the foot of the figure, back to where the water enters again. */
const backOf = (from: Place, to: Place, text: string, foot: number): Shape[] => {
  const [start, end] = [from.x + NODE_WIDTH / 2, to.x + NODE_WIDTH / 2];
  const points: Point[] = [
    [start, from.node.y + from.node.height],
    [start, foot],
    [end, foot],
    [end, to.node.y + to.node.height],
  ];
  return [
    { kind: 'path', points, stroke: seriesColours[3], width: 1.2 },
    { kind: 'text', at: [(start + end) / 2, foot - 2.5], text, size: LABEL_SIZE, fill: ink.soft, anchor: 'middle' },
  ];
};

type Foot = Pick<FlowSection, 'unit' | 'decimals'> & { foot: number };

const bandsOf = (links: FlowSection['links'], place: Places, scale: number, section: Foot): Shape[] => {
  const left = new Map<string, number>();
  const arrived = new Map<string, number>();
  return links.flatMap(({ source, target, value, kind }): Shape[] => {
    const [from, to] = [place.get(source), place.get(target)];
    if (!from || !to) return [];
    if (kind === 'recycle')
      return backOf(from, to, `recycled ${numberText(value, section.decimals)} ${section.unit}`, section.foot);
    const height = Math.max(0.5, value * scale);
    const [y1, y2] = [from.node.y + (left.get(source) ?? 0), to.node.y + (arrived.get(target) ?? 0)];
    left.set(source, (left.get(source) ?? 0) + value * scale);
    arrived.set(target, (arrived.get(target) ?? 0) + value * scale);
    return [
      {
        kind: 'band',
        from: [from.x + NODE_WIDTH, y1],
        to: [to.x, y2],
        height,
        fill: kind === 'unaccounted' ? '#efb9c1' : '#c5d3e2',
      },
    ];
  });
};

const marksOf = ({ nodes }: FlowSection, place: Places): Shape[] =>
  nodes.flatMap(({ id, kind }): Shape[] => {
    const found = place.get(id);
    if (!found || volumeOf(found.node) === 0) return [];
    const { node, x } = found;
    const top = node.y + (node.height - node.lines.length * LINE_HEIGHT) / 2;
    return [
      {
        kind: 'rect',
        x,
        y: node.y,
        width: NODE_WIDTH,
        height: node.height,
        fill: kind === 'unaccounted' ? alarmColour : ink.soft,
      },
      ...node.lines.map(
        (text, at): Shape => ({
          kind: 'text',
          at: [x + NODE_WIDTH + 3, top + LABEL_SIZE - 1 + at * LINE_HEIGHT],
          text,
          size: LABEL_SIZE,
          fill: ink.text,
          anchor: 'start',
        }),
      ),
    ];
  });
