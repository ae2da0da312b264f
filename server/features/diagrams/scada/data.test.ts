import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ScadaData, ScadaNodeData, ScadaValue } from '../../../contract/user/scada.ts';
import { type DiagramsRig, startDiagrams } from '../../../test/diagramsRig.ts';
import type { Reply } from '../../../test/httpRig.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import type { AlarmRecord } from '../../alarms/model.ts';

/** 10:00 of the shift day 10/11/2026 that began at 06:00 in Kolkata, and a little. */
const NOW = Date.parse('2026-11-10T10:00:20+05:30');
const SLOT_MS = 300_000;
const PASSED = 48;
const same = (count: number, value: number): number[] => Array<number>(count).fill(value);

let measured: TestPlant;
let rig: DiagramsRig;

const plantOf = (): TestPlant =>
  new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['water'])
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addCategory('QUALITY_CATEGORY', ['lab'])
    .addCategory('ENERGY_CATEGORY', ['power'])
    .addUnit({
      id: 'in',
      type: 'flow',
      subCategoryId: 'water',
      meta: { flowLow: 2, flowHigh: 20, unitThreshold: 3, monthlyThreshold: 100 },
    })
    .addUnit({ id: 'sub', type: 'flow', subCategoryId: 'water', meta: { subMeterOf: 'in' } })
    .addUnit({
      id: 'tank',
      type: 'stock',
      subCategoryId: 'tanks',
      maxCapacity: 200,
      meta: { lowThreshold: 20, highThreshold: 90 },
    })
    .addUnit({
      id: 'lab',
      type: 'quality',
      subCategoryId: 'lab',
      meta: { params: { ph: { name: 'pH', unit: 'pH', lt: 6, ht: 9 }, tss: { name: 'TSS', unit: 'mg/L', lt: null, ht: 100 } } },
    })
    .addUnit({ id: 'power', type: 'energy', subCategoryId: 'power' });

const bind = (unitId: string, field: string, param?: string) => ({ unitId, field, ...(param && { param }) });
const node = (id: string, binds: object[], fields: object = {}) => ({
  id,
  kind: 'meter',
  label: id,
  x: 0,
  y: 0,
  w: 1,
  h: 1,
  bind: binds,
  ...fields,
});

beforeAll(async () => {
  measured = plantOf()
    .write('in', 'volume', '2026-11-10', 0, same(PASSED, 50))
    .write('in', 'flow', '2026-11-10', 0, same(PASSED, 0.6))
    .write('sub', 'volume', '2026-11-10', 0, same(PASSED, 10))
    .write('power', 'energy', '2026-11-10', 0, same(PASSED, 1000))
    .write('tank', 'volume', '2026-11-10', 0, same(PASSED, 100_000))
    .write('lab', 'ph', '2026-11-10', 0, same(PASSED, 7))
    .write('in', 'volume', '2026-11-09', 0, same(288, 100))
    .write('in', 'flow', '2026-11-09', 0, same(288, 1.2))
    .write('tank', 'volume', '2026-11-09', 0, same(288, 150_000));
  rig = await startDiagrams(measured);
  rig.plant.clock.set(NOW);
  const nodes = [
    node('meter', [bind('in', 'value'), bind('in', 'total'), bind('in', 'status')]),
    node('both', [bind('in', 'total'), bind('sub', 'total')]),
    node('mixed', [bind('in', 'total'), bind('power', 'total')]),
    node('tank', [bind('tank', 'percent'), bind('tank', 'volume')], { range: { min: 0, low: 10, high: 60, max: 100 } }),
    node('lab', [bind('lab', 'value', 'ph'), bind('lab', 'tss')]),
    node('text', []),
  ];
  const page = (id: string, list: object[]) => ({
    id,
    name: `Page ${id}`,
    level: 1,
    width: 9,
    height: 9,
    nodes: list,
    edges: [],
  });
  const save = (query: string, pages: object[]) => rig.call('POST', `/api/user/scada/graphEditor${query}`, { body: { pages } });
  expect((await save('', [page('main', nodes)])).status).toBe(200);
  expect((await save('?prefix=Annex', [page('annex', [node('a', [bind('in', 'flow')])])])).status).toBe(200);
  expect((await save('?docType=other', [page('other', [])])).status).toBe(200);
});
afterAll(() => rig.stop());

type Live = { value: number | null; quality?: 'GOOD' | 'UNCERTAIN' | 'STALE' | 'BAD_TIMEOUT' | 'BAD_SENSOR'; ageMs?: number };
const live = (unitId: string, param: string, { value, quality = 'GOOD', ageMs = 5000 }: Live): void => {
  measured.reader.live.set(measured.seriesId(unitId, param), { value, quality, atMs: NOW - ageMs, slotQuality: 'G' });
};

beforeEach(() => {
  measured.reader.live.clear();
  rig.alarms.length = 0;
  rig.plant.clock.set(NOW);
  live('in', 'flow', { value: 0.6 });
  live('tank', 'volume', { value: 100_000 });
  live('lab', 'ph', { value: 7.123_45 });
});

const ask = (query: string, headers: Record<string, string> = {}): Promise<Reply> =>
  rig.call('GET', `/api/user/scada/data?${query}`, { headers, token: 'ravi' });
const data = async (query = 'date=10/11/2026'): Promise<ScadaData> => {
  const { status, body, text } = await ask(query);
  expect(status, text).toBe(200);
  return body as ScadaData;
};
const nodeOf = (answer: ScadaData, id: string): ScadaNodeData => {
  const found = answer.pages.flatMap(({ nodes }) => nodes).find((one) => one.id === id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
};
const values = async (id: string, query?: string): Promise<ScadaValue[]> => nodeOf(await data(query), id).values;

describe('the data of a diagram', () => {
  it('are an object whose pages are those of every diagram of the docType', async () => {
    const answer = await data();
    expect(answer).toMatchObject({ date: '10/11/2026', type: 'DAY', refreshedAt: new Date(NOW).toISOString() });
    expect(answer.pages.map(({ id, prefix, name }) => [id, prefix, name])).toEqual([
      ['main', '', 'Page main'],
      ['annex', 'Annex', 'Page annex'],
    ]);
    expect((await data('date=10/11/2026&prefix=Annex')).pages.map(({ id }) => id)).toEqual(['annex']);
    expect((await data('date=10/11/2026&docType=other')).pages.map(({ id }) => id)).toEqual(['other']);
    expect((await data('date=10/11/2026&docType=none')).pages).toEqual([]);
  });

  it('are of one page where it is named', async () => {
    expect((await data('date=10/11/2026&page=annex')).pages.map(({ id }) => id)).toEqual(['annex']);
    expect((await data('date=10/11/2026&page=nowhere')).pages).toEqual([]);
  });

  it('have no sparklines where there would be more than 600', async () => {
    const many = Array.from({ length: 61 }, (_, at) => node(`n${at}`, Array(10).fill(bind('in', 'flow'))));
    const pages = [
      { id: 'large', name: 'L', level: 1, width: 1, height: 1, nodes: many, edges: [] },
      { id: 'small', name: 'S', level: 1, width: 1, height: 1, nodes: [node('one', [bind('in', 'flow')])], edges: [] },
    ];
    await rig.call('POST', '/api/user/scada/graphEditor?docType=large', { body: { pages } });
    expect((await values('one', 'date=10/11/2026&docType=large'))[0]?.spark).toBeUndefined();
    expect((await values('one', 'date=10/11/2026&docType=large&page=small'))[0]?.spark).toHaveLength(32);
  });

  it('show each binding with value, unit, time, quality and state', async () => {
    const [flow, total, status] = await values('meter');
    const at = new Date(NOW - 5000).toISOString();
    // 0.6 m3/h lies below flowLow 2
    expect(flow).toMatchObject({ unitId: 'in', field: 'value', value: 0.6, unit: 'm3/h', at, quality: 'G', state: 'low' });
    expect(total).toMatchObject({ field: 'total', value: 2.4, unit: 'KL', at: '2026-11-10T04:30:00.000Z', state: 'normal' });
    expect(status).toEqual({
      unitId: 'in',
      field: 'status',
      value: 'online',
      unit: '',
      at: new Date(NOW).toISOString(),
      quality: 'G',
      state: 'normal',
    });
    const [ph, tss] = await values('lab');
    expect(ph).toMatchObject({ param: 'ph', value: 7.1235, unit: 'pH', state: 'normal' });
    expect(tss).toMatchObject({ field: 'tss', value: null, unit: 'mg/L', at: null, quality: 'M', state: 'stale' });
  });

  it('draw eight hours in quarters of an hour, with letters for what is missing', async () => {
    const [flow, total] = await values('meter');
    // four hours of yesterday at 1.2 m3/h, four of today at 0.6
    expect(flow?.spark).toEqual([...same(16, 1.2), ...same(16, 0.6)]);
    expect(total?.spark).toEqual([...same(16, 0.3), ...same(16, 0.15)]);
    const [ph] = await values('lab');
    expect(ph?.spark).toEqual([...same(16, 0), ...same(16, 7)]);
    expect(ph?.sparkQuality).toBe('M'.repeat(16) + 'G'.repeat(16));
  });

  it('give the limits of the drawing before those of the unit, for the first binding', async () => {
    live('tank', 'volume', { value: 150_000 });
    const [percent, volume] = await values('tank');
    expect(percent).toMatchObject({ value: 75, unit: '%', state: 'high' });
    // of 200 KL, 90 %
    expect(volume).toMatchObject({ value: 150, unit: 'KL', state: 'normal' });
    live('tank', 'volume', { value: 190_000 });
    expect((await values('tank'))[1]).toMatchObject({ value: 190, state: 'high' });
    live('tank', 'volume', { value: 30_000 });
    expect((await values('tank')).map(({ state }) => state)).toEqual(['normal', 'low']);
  });

  it('compare a total with the limit of the day or of the month', async () => {
    // 100 L in each of yesterday's 288 slots, limit 3 KL
    expect((await values('meter', 'date=09/11/2026'))[1]).toMatchObject({ value: 28.8, state: 'high' });
    // with today's 2.4 KL; limit 100 KL
    expect((await values('meter', 'date=10/11/2026&type=MONTH'))[1]).toMatchObject({ value: 31.2, state: 'normal' });
    expect((await values('meter', 'date=10/11/2026&type=YEAR'))[1]).toMatchObject({ value: 31.2, state: 'normal' });
  });

  it.each<[string, Live, Partial<ScadaValue>]>([
    ['a failed read', { value: null, quality: 'BAD_TIMEOUT' }, { value: null, quality: 'M', state: 'bad' }],
    ['a broken sensor', { value: null, quality: 'BAD_SENSOR' }, { value: null, quality: 'X', state: 'bad' }],
    ['a silent device', { value: null, quality: 'STALE', ageMs: 60_000 }, { value: null, quality: 'M', state: 'stale' }],
    ['a doubtful value', { value: 5, quality: 'UNCERTAIN' }, { value: 5, quality: 'E', state: 'normal' }],
    ['a value older than two slots', { value: 5, ageMs: 600_001 }, { value: 5, quality: 'G', state: 'stale' }],
    ['a value of two slots ago', { value: 5, ageMs: 599_000 }, { value: 5, quality: 'G', state: 'normal' }],
  ])('say so of %s, and when it was last measured', async (_, sample, expected) => {
    live('in', 'flow', sample);
    const [flow] = await values('meter');
    expect(flow).toMatchObject({ ...expected, at: new Date(NOW - (sample.ageMs ?? 5000)).toISOString() });
  });

  it('fall back on the last slot when there was no sample since the start', async () => {
    measured.reader.live.clear();
    expect((await values('meter'))[0]).toMatchObject({ value: 0.6, at: '2026-11-10T04:30:00.000Z', quality: 'G', state: 'low' });
    expect((await values('meter'))[2]).toMatchObject({ value: 'offline', state: 'bad' });
  });

  it('of a window that is over are those at its end', async () => {
    const [flow] = await values('meter', 'date=09/11/2026');
    expect(flow).toMatchObject({ value: 1.2, at: '2026-11-10T00:30:00.000Z', quality: 'G' });
    expect((await values('tank', 'date=09/11/2026'))[1]).toMatchObject({ value: 150, at: '2026-11-10T00:30:00.000Z' });
    expect((await values('lab', 'date=09/11/2026'))[0]).toMatchObject({ value: null, quality: 'M', state: 'bad', at: null });
  });

  it('of a day that has not begun are nothing', async () => {
    const [flow, total] = await values('meter', 'date=12/11/2026');
    expect([flow?.value, flow?.state, total?.value, total?.state]).toEqual([null, 'bad', null, 'bad']);
  });

  it('add the meters of a node, one behind another once, and never water and energy', async () => {
    const answer = await data();
    expect(nodeOf(answer, 'meter')).toMatchObject({ total: 2.4, totalUnit: 'KL', completeness: 100 });
    expect(nodeOf(answer, 'both')).toMatchObject({ total: 2.4 });
    expect(nodeOf(answer, 'mixed').total).toBeUndefined();
    expect(nodeOf(answer, 'tank').total).toBeUndefined();
    expect(nodeOf(answer, 'text')).toEqual({ id: 'text', values: [] });
    const yesterday = await data('date=08/11/2026');
    expect(nodeOf(yesterday, 'meter')).toMatchObject({ total: null, completeness: 0 });
  });

  it('show a unit that is gone as bad, and the rest of the page', async () => {
    const graph = {
      pages: [{ id: 'p', name: 'P', level: 1, width: 1, height: 1, nodes: [node('n', [bind('in', 'flow')])], edges: [] }],
    };
    await rig.call('POST', '/api/user/scada/graphEditor?docType=gone', { body: graph });
    const units = measured.units;
    measured.units = () => [];
    try {
      expect((await values('n', 'date=10/11/2026&docType=gone'))[0]).toMatchObject({ value: null, quality: 'M', state: 'bad' });
    } finally {
      measured.units = units;
    }
  });
});

describe('the alarm of a node', () => {
  const alarm = (fields: Partial<AlarmRecord>): void => {
    const none = {
      clearedAtMs: null,
      ackedAtMs: null,
      ackedBy: null,
      resolvedAtMs: null,
      resolvedBy: null,
      shelvedUntilMs: null,
    };
    rig.alarms.push({
      id: `a${rig.alarms.length}`,
      industryId: 'DEMO',
      unitId: 'in',
      category: 'flow_rate',
      alertType: 'flow_rate_alert',
      key: 'k',
      param: '',
      date: '2026-11-10',
      title: '',
      body: '',
      action: '',
      priority: 3,
      insight: false,
      value: null,
      threshold: null,
      meta: {},
      raisedAtMs: NOW - 1000,
      ...none,
      suppressed: false,
      late: false,
      count: 1,
      assignees: [],
      ...fields,
    });
  };
  const shown = async (query?: string) => nodeOf(await data(query), 'meter').alarm;

  it.each<[string, Partial<AlarmRecord>, ScadaNodeData['alarm']]>([
    ['standing', {}, { state: 'unack', priority: 3 }],
    ['acknowledged', { ackedAtMs: NOW - 1 }, { state: 'ack', priority: 3 }],
    ['cleared', { clearedAtMs: NOW - 1 }, { state: 'rtn_unack', priority: 3 }],
    ['cleared and acknowledged', { clearedAtMs: NOW - 1, ackedAtMs: NOW - 1 }, undefined],
    ['shelved', { shelvedUntilMs: NOW + 1 }, { state: 'shelved', priority: 3 }],
    ['no longer shelved', { shelvedUntilMs: NOW - 1 }, { state: 'unack', priority: 3 }],
    ['suppressed', { suppressed: true }, { state: 'suppressed', priority: 3 }],
    ['an insight', { insight: true }, undefined],
    ['of another unit', { unitId: 'tank' }, undefined],
    ['of another industry', { industryId: 'NORTH' }, undefined],
  ])('that is %s', async (_, fields, expected) => {
    alarm(fields);
    expect(await shown()).toEqual(expected);
  });

  it('is the one that calls for somebody most', async () => {
    alarm({ priority: 4 });
    alarm({ priority: 2 });
    alarm({ priority: 1, ackedAtMs: NOW - 1 });
    expect(await shown()).toEqual({ state: 'unack', priority: 2 });
  });

  it('of a past window is as it was at its end', async () => {
    const end = Date.parse('2026-11-10T06:00:00+05:30');
    alarm({ raisedAtMs: end - SLOT_MS, ackedAtMs: end + 1 });
    expect(await shown('date=09/11/2026')).toEqual({ state: 'unack', priority: 3 });
    expect(await shown('date=08/11/2026')).toBeUndefined();
  });
});

describe('asking for the data', () => {
  it.each([
    ['without a date', ''],
    ['for a date that does not exist', 'date=31/02/2026'],
    ['for another type', 'date=10/11/2026&type=CUSTOM'],
    ['for a docType with a slash', 'date=10/11/2026&docType=a/b'],
  ])('%s is 1403', async (_, query) => {
    expect(await ask(query)).toMatchObject({ status: 400, body: { code: 1403 } });
  });

  it('again costs nothing until something changes', async () => {
    const tagOf = async (query: string): Promise<string> => String((await ask(query)).headers.etag);
    const again = async (query: string, tag: string): Promise<number> => (await ask(query, { 'if-none-match': tag })).status;
    const [closed, open] = ['date=09/11/2026', 'date=10/11/2026'];
    const [closedTag, openTag] = [await tagOf(closed), await tagOf(open)];
    expect([await again(closed, closedTag), await again(open, openTag)]).toEqual([304, 304]);
    rig.plant.clock.advance(2000);
    expect([await again(closed, closedTag), await again(open, openTag)]).toEqual([304, 200]);
    const later = await tagOf(closed);
    await rig.call('POST', '/api/user/scada/graphEditor?prefix=Annex', { body: { pages: [] } });
    expect(await again(closed, later)).toBe(200);
  });
});
