import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SankeyFlow, type SankeyNode, sankeyOf } from './sankey.ts';

const node = (id: string, fields: Partial<SankeyNode> = {}): SankeyNode => ({
  id,
  name: id.toUpperCase(),
  kind: 'process',
  conserves: true,
  stockChange: 0,
  knownLoss: 0,
  ...fields,
});
const end = (id: string): SankeyNode => node(id, { conserves: false });
const flow = (ends: string, value: number): SankeyFlow => {
  const [source = '', target = ''] = ends.split('>');
  return { source, target, value };
};
const linksOf = (nodes: SankeyNode[], flows: SankeyFlow[]) =>
  sankeyOf(nodes, flows).links.map(({ source, target, value, kind }) => `${source}>${target} ${value} ${kind}`);

/** Order in which every link leads on; undefined when there is a circle. */
const order = (links: readonly { source: string; target: string }[]): string[] | undefined => {
  const left = new Set(links.flatMap(({ source, target }) => [source, target]));
  const found: string[] = [];
  for (;;) {
    const next = [...left].find((id) => !links.some(({ source, target }) => target === id && left.has(source)));
    if (next === undefined) return left.size === 0 ? found : undefined;
    left.delete(next);
    found.push(next);
  }
};

describe('a picture of a balance', () => {
  it('gives what is lost to Unaccounted, what grew to stock, and names both', () => {
    const { nodes, links } = sankeyOf(
      [end('well'), node('tank', { stockChange: 20, knownLoss: 10 }), end('use')],
      [flow('well>tank', 1000), flow('tank>use', 900)],
    );
    expect(links).toEqual([
      { source: 'well', target: 'tank', value: 1000, kind: 'flow' },
      { source: 'tank', target: 'use', value: 900, kind: 'flow' },
      { source: 'tank', target: '~toStock', value: 20, kind: 'flow' },
      { source: 'tank', target: '~knownLoss', value: 10, kind: 'flow' },
      { source: 'tank', target: '~unaccounted', value: 70, kind: 'unaccounted' },
    ]);
    expect(nodes).toContainEqual({ id: '~unaccounted', name: 'Unaccounted', kind: 'unaccounted' });
    expect(nodes).toContainEqual({ id: '~toStock', name: 'Into stock', kind: 'stock' });
  });

  it('takes what is gained from Unaccounted, and what shrank from stock', () => {
    const links = linksOf(
      [end('well'), node('tank', { stockChange: -300 }), end('use')],
      [flow('well>tank', 500), flow('tank>use', 900)],
    );
    expect(links).toContain('~fromStock>tank 300 flow');
    expect(links).toContain('~gained>tank 100 unaccounted');
  });

  it('turns a net negative link round', () => {
    expect(linksOf([end('a'), end('b')], [flow('a>b', -5)])).toEqual(['b>a 5 flow']);
  });

  it('splits recycled water: out on the right, in again on the left', () => {
    const links = linksOf(
      [end('well'), node('hall'), node('plant'), end('drain')],
      [flow('well>hall', 100), flow('hall>plant', 150), flow('plant>hall', 50), flow('plant>drain', 100)],
    );
    expect(links).toEqual([
      'well>hall 100 flow',
      'hall>plant 150 flow',
      'plant>plant~return 50 recycle',
      'plant~recycled>hall 50 recycle',
      'plant>drain 100 flow',
    ]);
  });

  it('draws links below 0.5 % as other, and leaves out nodes that have no thicker one', () => {
    const links = linksOf(
      [end('well'), node('tank'), end('use'), end('tap'), end('hose')],
      [flow('well>tank', 1000), flow('tank>use', 993), flow('tank>tap', 4), flow('tank>hose', 3)],
    );
    expect(links).toEqual(['well>tank 1000 flow', 'tank>use 993 flow', 'tank>~toOther 7 flow']);
  });

  it('shows as outside what a node that does not conserve keeps for itself', () => {
    const links = linksOf([end('well'), end('line'), end('drain')], [flow('well>line', 100), flow('line>drain', 40)]);
    expect(links).toContain('line>~toOutside 60 flow');
  });

  it('of nothing is empty', () => {
    expect(sankeyOf([node('a')], [])).toEqual({ nodes: [], links: [] });
  });
});

describe('any balance', () => {
  const drawn = fc.record({
    flows: fc.array(
      fc
        .record({
          source: fc.integer({ min: 0, max: 9 }),
          target: fc.integer({ min: 0, max: 9 }),
          value: fc.oneof(
            fc.double({ min: -50, max: 1000, noNaN: true }),
            fc.constant(0),
            fc.double({ min: 0, max: 2, noNaN: true }),
          ),
        })
        .filter(({ source, target }) => source !== target),
      { maxLength: 25 },
    ),
    stock: fc.array(fc.double({ min: -100, max: 100, noNaN: true }), { minLength: 10, maxLength: 10 }),
    loss: fc.array(fc.double({ min: 0, max: 30, noNaN: true }), { minLength: 10, maxLength: 10 }),
  });
  const build = ({ flows, stock, loss }: typeof drawn extends fc.Arbitrary<infer D> ? D : never) => ({
    nodes: Array.from({ length: 10 }, (_, at) =>
      at < 2 ? end(`n${at}`) : node(`n${at}`, { stockChange: stock[at] ?? 0, knownLoss: loss[at] ?? 0 }),
    ),
    flows: flows.map(({ source, target, value }) => flow(`n${source}>n${target}`, value)),
  });

  it('closes at every node that has both sides, and has no circle', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const { nodes, flows } = build(given);
        const picture = sankeyOf(nodes, flows);
        const ordered = order(picture.links) ?? [];
        expect(ordered.toSorted()).toEqual(picture.nodes.map(({ id }) => id).toSorted());
        for (const { source, target } of picture.links)
          expect(ordered.indexOf(source), `${source}>${target}`).toBeLessThan(ordered.indexOf(target));
        for (const { id } of picture.nodes) {
          const sum = (end: 'source' | 'target'): number =>
            picture.links.reduce((total, link) => (link[end] === id ? total + link.value : total), 0);
          const isEnd = id.includes('~') || (id < 'n2' && (sum('source') === 0 || sum('target') === 0));
          if (!isEnd) expect(Math.abs(sum('source') - sum('target')), id).toBeLessThanOrEqual(1.1e-4);
        }
        const ids = new Set(picture.nodes.map(({ id }) => id));
        for (const { source, target, value } of picture.links) {
          expect([ids.has(source), ids.has(target), value > 0]).toEqual([true, true, true]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('is drawn alike in whatever order its flows come', () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const { nodes, flows } = build(given);
        const sorted = (some: SankeyFlow[]) =>
          sankeyOf(nodes, some)
            .links.map((link) => JSON.stringify(link))
            .sort();
        // each flow once, for sums of parallel ones may differ in the last place
        const once = [...new Map(flows.map((one) => [`${one.source}>${one.target}`, one])).values()];
        const single = once.filter((one) => !once.some((other) => other.source === one.target && other.target === one.source));
        expect(sorted(single.toReversed())).toEqual(sorted(single));
      }),
      { numRuns: 200 },
    );
  });
});
