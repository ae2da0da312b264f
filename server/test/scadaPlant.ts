import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { ScadaData, ScadaNodeData, ScadaValue } from '../contract/user/scada.ts';
import { type DiagramsRig, startDiagrams } from './diagramsRig.ts';
import type { Reply } from './httpRig.ts';
import { TestPlant } from './testPlant.ts';

/** 10:00 of the shift day 10/11/2026 that began at 06:00 in Kolkata, and a little. */
export const NOW = Date.parse('2026-11-10T10:00:20+05:30');
const PASSED = 48;
export const same = (count: number, value: number): number[] => Array<number>(count).fill(value);
export let measured: TestPlant;
export let rig: DiagramsRig;

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
export const bind = (unitId: string, field: string, param?: string) => ({ unitId, field, ...(param && { param }) });

export const node = (id: string, binds: object[], fields: object = {}) => ({
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
export type Live = {
  value: number | null;
  quality?: 'GOOD' | 'UNCERTAIN' | 'STALE' | 'BAD_TIMEOUT' | 'BAD_SENSOR';
  ageMs?: number;
};
export const live = (unitId: string, param: string, { value, quality = 'GOOD', ageMs = 5000 }: Live): void => {
  measured.reader.live.set(measured.seriesId(unitId, param), { value, quality, atMs: NOW - ageMs, slotQuality: 'G' });
};
export const ask = (query: string, headers: Record<string, string> = {}): Promise<Reply> =>
  rig.call('GET', `/api/user/scada/data?${query}`, { headers, token: 'ravi' });

export const data = async (query = 'date=10/11/2026'): Promise<ScadaData> => {
  const { status, body, text } = await ask(query);
  expect(status, text).toBe(200);
  return body as ScadaData;
};

export const nodeOf = (answer: ScadaData, id: string): ScadaNodeData => {
  const found = answer.pages.flatMap(({ nodes }) => nodes).find((one) => one.id === id);
  if (!found) throw new Error(`no node ${id}`);
  return found;
};
export const values = async (id: string, query?: string): Promise<ScadaValue[]> => nodeOf(await data(query), id).values;

export const serveDiagrams = (): void => {
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
  beforeEach(() => {
    measured.reader.live.clear();
    rig.alarms.length = 0;
    rig.plant.clock.set(NOW);
    live('in', 'flow', { value: 0.6 });
    live('tank', 'volume', { value: 100_000 });
    live('lab', 'ph', { value: 7.123_45 });
  });
};
