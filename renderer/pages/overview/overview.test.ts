import { describe, expect, it } from 'vitest';
import { balanceGraph } from '../../../server/contract/model/balanceGraph.ts';
import type { AlarmView } from '../../../server/contract/plant/alarms.ts';
import type { Overview, OverviewKpi, SilentCause } from '../../../server/contract/plant/overview.ts';
import { allLimits, limitCounts, sideOf } from './limits.ts';
import { scaleOf } from './scale.ts';
import { boxOf, pathsOf } from './scheme/pipes.ts';
import { schemeOf } from './scheme/schematic.ts';
import { headline, plusMinus, thingWords } from './thingWords.ts';
import { comparedKpis, isUnusual, verdictOf } from './verdict.ts';

describe('limits', () => {
  it('say on which side of them a value is', () => {
    expect(sideOf(6, 6.5, 8.5)).toBe('low');
    expect(sideOf(8.6, 6.5, 8.5)).toBe('high');
    expect(sideOf(6.5, 6.5, 8.5)).toBe('inside');
    expect(sideOf(3, null, 5)).toBe('inside');
    expect(sideOf(null, 1, 2)).toBeNull();
    expect(sideOf(3, null, undefined)).toBeNull();
  });
});

describe('the scale of a moving bar', () => {
  it('keeps limits well inside', () => {
    expect(scaleOf({ value: 7, lt: 6, ht: 8, normal: undefined })).toEqual({ from: 5, to: 9, normal: { low: 6, high: 8 } });
  });

  it('starts at zero where there is an upper limit alone', () => {
    expect(scaleOf({ value: 20, lt: null, ht: 60, normal: undefined })).toEqual({
      from: 0,
      to: 90,
      normal: { low: 0, high: 60 },
    });
  });

  it('extends to a value that is near, and shows one far outside at its end', () => {
    expect(scaleOf({ value: 10, lt: 6, ht: 8, normal: undefined })?.to).toBe(10);
    expect(scaleOf({ value: 1000, lt: 6, ht: 8, normal: undefined })?.to).toBe(11);
  });

  it('shows no negative end where nothing is negative', () => {
    expect(scaleOf({ value: 0, lt: undefined, ht: undefined, normal: { low: 1, high: 9 } })?.from).toBe(0);
  });

  it('is none where nothing is known', () => {
    expect(scaleOf({ value: 5, lt: null, ht: null, normal: undefined })).toBeNull();
  });
});

describe('limits of many parameters', () => {
  it('are counted inside, outside and not known apart, with the one that is nearest to its limit', () => {
    const counts = limitCounts([
      { name: 'pH', side: 'inside', ofLimit: 0.8 },
      { name: 'TDS', side: 'inside', ofLimit: 0.9 },
      { name: 'Cl', side: 'high', ofLimit: 1.2 },
      { name: 'Turbidity', side: null, ofLimit: null },
      { name: 'Conductivity', side: 'noFlow', ofLimit: null },
    ]);
    expect(counts).toEqual({
      inside: 2,
      outside: ['Cl'],
      unknown: ['Turbidity'],
      standing: ['Conductivity'],
      closest: { name: 'TDS', percent: 90 },
    });
    expect(allLimits(counts)).toBe(5);
  });
});

const kpi = (fields: Partial<OverviewKpi> = {}, usual: Partial<OverviewKpi['sameWeekday']> = {}): OverviewKpi => ({
  value: 100,
  unit: 'KL',
  completeness: 100,
  previous: null,
  changePct: null,
  sameWeekday: { n: 8, median: 100, low: 95, high: 105, changePct: null, ...usual },
  meters: { unitIds: ['m1'], reporting: 1 },
  ...fields,
});

describe('a figure', () => {
  it('is unusual only a tenth of the median outside of the band, and of seven known weekdays', () => {
    expect(isUnusual(kpi({ value: 114 }))).toBe(false);
    expect(isUnusual(kpi({ value: 115.1 }, { changePct: 15.1 }))).toBe(true);
    expect(isUnusual(kpi({ value: 84 }, { changePct: -16 }))).toBe(true);
    // much of it is missing
    expect(isUnusual(kpi({ value: 84 }))).toBe(false);
    expect(isUnusual(kpi({ value: 50 }, { median: 0, low: 0, high: 0 }))).toBe(true);
    expect(isUnusual(kpi({ value: 50 }, { median: -2, low: -3, high: -1 }))).toBe(true);
    expect(isUnusual(kpi({ value: 200 }, { n: 6 }))).toBe(false);
    expect(isUnusual(kpi({ value: 0 }, { median: 0, low: 0, high: 0 }))).toBe(false);
  });
});

describe('the words of an unusual figure', () => {
  const overview = {
    window: { from: '2026-06-10T00:30:00Z', timezone: 'Asia/Kolkata', shiftStart: '06:00' },
  } as unknown as Overview;
  const titleOf = (figure: OverviewKpi): string =>
    thingWords({ kind: 'unusual', name: 'discharge', kpi: figure }, { nowMs: 0, timezone: 'Asia/Kolkata', overview }).title;

  it('have the part by which it is above or below', () => {
    expect(titleOf(kpi({ value: 115.1 }, { changePct: 15.1 }))).toMatch(/^Discharge 15\.1 % above a usual \w+day$/);
    expect(titleOf(kpi({ value: 84 }, { changePct: -16 }))).toMatch(/^Discharge 16\.0 % below a usual \w+day$/);
  });

  it('have ends of the usual range that it does not read as', () => {
    const figure = kpi({ value: 115.104 }, { low: 90, high: 115.1, changePct: 15.1 });
    const { body } = thingWords(
      { kind: 'unusual', name: 'discharge', kpi: figure },
      { nowMs: 0, timezone: 'Asia/Kolkata', overview },
    );
    expect(body).toContain('115.104 KL');
    expect(body).toContain('115.100 KL');
    expect([plusMinus(24.5, 1.15, 'KL'), plusMinus(-120.4, 120.3, 'KL'), plusMinus(12_346, 1235, 'KL')]).toEqual([
      '24.50 ± 1.15 KL',
      '−120.4 ± 120.3 KL',
      '12,346 ± 1,235 KL',
    ]);
  });

  it('have no part of a usual nothing', () => {
    expect(titleOf(kpi({ value: 50 }, { median: 0, low: 0, high: 27.3 }))).toMatch(/^Discharge above a usual \w+day$/);
  });
});

describe('the verdict', () => {
  const unit = (unitId: string, type: string, online: boolean) => ({ unitId, type, online });
  const overview = (fields: object = {}): Overview =>
    ({
      window: { from: '2026-06-10T00:30:00Z' },
      comparedTo: '2026-06-10T06:30:00Z',
      kpis: { intake: kpi(), consumption: kpi(), energy: kpi(), stock: kpi(), discharge: kpi() },
      silent: [],
      units: [unit('a', 'flow', true), unit('b', 'flow', true), unit('sum', 'virtual', true)],
      ...fields,
    }) as unknown as Overview;
  const calm = { attention: { counts: [], waiting: [], seen: [] }, limits: limitCounts([]), balance: null };
  const cause = (reason: SilentCause['reason'], unitIds: string[]): SilentCause => ({
    kind: 'line',
    id: 'l',
    name: 'Gateway',
    reason,
    detail: null,
    since: null,
    unitIds,
  });

  it('is that nothing needs anybody where nothing does; what is worked out is not counted as reporting', () => {
    expect(verdictOf({ ...calm, overview: overview() })).toEqual({ things: [], reporting: { total: 2, online: 2 } });
  });

  it('says like a usual day only of what is known, held against enough days, once the shift has run an hour', () => {
    const kpis = {
      ...overview().kpis,
      energy: kpi({ value: null }),
      stock: kpi({}, { n: 6 }),
      discharge: kpi({}, { n: 0, median: null, low: null, high: null }),
    };
    expect(comparedKpis(overview({ kpis }))).toEqual({
      compared: ['intake', 'consumption'],
      unknown: ['stock', 'discharge', 'energy'],
    });
    expect(comparedKpis(overview({ comparedTo: '2026-06-10T01:00:00Z' })).compared).toEqual([]);
  });

  it('waits for no figure that nothing measures', () => {
    const kpis = { ...overview().kpis, discharge: kpi({ value: null, meters: { unitIds: [], reporting: 0 } }) };
    expect(comparedKpis(overview({ kpis }))).toEqual({ compared: ['intake', 'consumption', 'stock', 'energy'], unknown: [] });
  });

  it('names alarms, then silence by its cause, limits, the balance and unusual figures', () => {
    const alarm = { id: '1', priority: 2, insight: false } as AlarmView;
    const totals = { status: 'loss', z: 2.4 } as never;
    const { things } = verdictOf({
      attention: { counts: [], waiting: [alarm], seen: [] },
      limits: limitCounts([{ name: 'Cl', side: 'high', ofLimit: 1.2 }]),
      balance: totals,
      overview: overview({
        silent: [cause('lineDown', ['a', 'b'])],
        kpis: {
          intake: kpi({ value: 160 }, { changePct: 60 }),
          consumption: kpi(),
          energy: kpi(),
          stock: kpi(),
          discharge: kpi(),
        },
      }),
    });
    expect(things.map(({ kind }) => kind)).toEqual(['alarm', 'silent', 'outside', 'balance', 'unusual']);
  });

  it('lists an acknowledged alarm last and counts it as nothing that needs somebody, as the alarm bar does', () => {
    const waiting = { id: '1', priority: 2, insight: false } as AlarmView;
    const seen = { id: '2', priority: 1, insight: false } as AlarmView;
    const { things } = verdictOf({
      ...calm,
      attention: { counts: [], waiting: [waiting], seen: [seen] },
      overview: overview({ silent: [cause('lineDown', ['a'])] }),
    });
    expect(things.map((thing) => (thing.kind === 'alarm' ? thing.alarm.id : thing.kind))).toEqual(['1', 'silent', '2']);
    expect(headline(things)).toBe('2 things need you');
    expect(headline(things.slice(2))).toBe('Nothing waits for you');
    expect(headline([])).toBe('Normal');
  });

  it('leaves out a unit that waits for its first entry, and makes no finding of the first hour', () => {
    const early = overview({
      comparedTo: '2026-06-10T01:00:00Z',
      silent: [cause('neverEntered', ['b'])],
      kpis: { intake: kpi({ value: 160 }, { changePct: 60 }), consumption: kpi(), energy: kpi(), stock: kpi(), discharge: kpi() },
    });
    expect(verdictOf({ ...calm, overview: early })).toEqual({ things: [], reporting: { total: 1, online: 1 } });
  });

  it('counts nothing as a loss that the meters can explain', () => {
    const balance = { status: 'balanced', z: 1.2 } as never;
    expect(verdictOf({ ...calm, balance, overview: overview() }).things).toEqual([]);
  });
});

describe('the schematic', () => {
  const node = (id: string, type: string, y: number, more = {}) => ({ id, type, label: id, position: { x: 0, y }, ...more });
  const edge = (source: string, target: string, unitIds: string[] = [`${source}-${target}`]) => ({
    id: `${source} ${target}`,
    source,
    target,
    unitIds,
  });
  const graph = balanceGraph.parse({
    version: 1,
    nodes: [
      node('well', 'source', 0),
      node('tank', 'tank', 0, { stockUnitIds: ['t'] }),
      node('ro', 'treatment', 0),
      node('line1', 'consumer', 0),
      node('line2', 'consumer', 100),
      node('drains', 'process', 200),
      node('basin', 'tank', 200, { stockUnitIds: ['b'] }),
      node('etp', 'treatment', 200),
      node('out', 'discharge', 200),
      node('pit', 'discharge', 300),
      node('air', 'loss', 300),
    ],
    edges: [
      edge('well', 'tank'),
      edge('tank', 'ro'),
      edge('ro', 'line1'),
      edge('ro', 'line2'),
      edge('line1', 'drains', []),
      edge('line2', 'drains', []),
      edge('drains', 'basin', []),
      edge('basin', 'etp'),
      edge('etp', 'out'),
      edge('tank', 'pit'),
      edge('tank', 'air', []),
    ],
  });
  const scheme = schemeOf(graph, (unitId) => unitId !== 'tank-pit');
  const nodeOf = (id: string) => scheme.nodes.find((one) => one.id === id);

  it('puts like consumers together, a basin into its treatment, and leaves out losses, drains and what never runs', () => {
    expect(scheme.nodes.map(({ id }) => id)).toEqual(['well', 'tank', 'ro', 'line1', 'etp', 'out']);
    expect(nodeOf('line1')?.labels).toEqual(['line1', 'line2']);
    expect(nodeOf('line1')?.unitIds).toEqual(['ro-line1', 'ro-line2']);
    expect(nodeOf('etp')?.unitIds).toEqual(['basin-etp']);
  });

  it('is drawn in columns in the direction of the water', () => {
    expect(scheme.nodes.map(({ column }) => column)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(nodeOf('tank')).toMatchObject({ tankId: 't', height: 2 });
  });

  it('has pipes that begin and end at their nodes, with right angles alone', () => {
    const size = { width: 1000, height: 400 };
    const boxes = new Map(scheme.nodes.map((one) => [one.id, boxOf(one, scheme, size)]));
    const paths = pathsOf(scheme, boxes, size);
    expect(paths.map(({ id }) => id)).toEqual(['well tank', 'tank ro', 'ro line1', 'etp out', 'line1 etp']);
    for (const { points, id } of paths) {
      const [from = '', to = ''] = id.split(' ');
      const [source, target] = [boxes.get(from), boxes.get(to)];
      expect(points[0]?.x).toBeCloseTo((source?.left ?? 0) + (source?.width ?? 0));
      expect(points.at(-1)?.x).toBeCloseTo(target?.left ?? 0);
      for (const [at, point] of points.slice(1).entries()) {
        const before = points[at];
        expect(point.x === before?.x || point.y === before?.y, id).toBe(true);
      }
    }
  });
});
