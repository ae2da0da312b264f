import { afterEach, describe, expect, it } from 'vitest';
import type { LiveParam } from '../../contract/plant/readings/live.ts';
import { ManualClock } from '../../core/clock.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { liveNowRoute } from './liveNow.ts';

const NOW = '2026-03-10T06:30:20Z';
const rigs: Rig[] = [];
afterEach(async () => {
  for (const rig of rigs.splice(0)) await rig.stop();
});

const tank = { type: 'stock', subCategoryId: 'tanks', maxCapacity: 20 } as const;

/** Two meters, of which one has said something, and a tank whose level is read every 5 s. */
const serve = async () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['intake'])
    .addCategory('STOCK_CATEGORY', ['tanks'])
    .addUnit({ id: 'in1', type: 'flow', subCategoryId: 'intake' })
    .addUnit({ id: 'in2', type: 'flow', subCategoryId: 'intake' })
    .addUnit({
      ...tank,
      id: 't1',
      feeds: [{ tagId: 'x', deviceId: 'd', name: 'level', param: 'level', kind: 'gauge', measure: 'm', periodMs: 5000 }],
    });
  const at = (second: string) => Date.parse(`2026-03-10T06:30:${second}Z`);
  const { live } = plant.reader;
  live.set(plant.seriesId('in1', 'flow'), { value: 41.123_456_789, quality: 'GOOD', atMs: at('15'), slotQuality: 'G' });
  live.set(plant.seriesId('t1', 'volume'), { value: null, quality: 'BAD_TIMEOUT', atMs: at('05'), slotQuality: 'M' });
  const clock = new ManualClock(Date.parse(NOW));
  const sessions = sessionsOf({ asha: { caller: someCaller(), panel: false } });
  const rig = await startRig([liveNowRoute({ directory: plant, reader: plant.reader, clock })], { sessions, clock });
  rigs.push(rig);
  return async (query: string) => rig.ask(`/api/plant/live${query}`, { headers: { authorization: 'Bearer asha' } });
};

type Answer = { asOf: string; values: LiveParam[] };

describe('values as they are now', () => {
  it('have their unit, quality and age, and say from when on they are old', async () => {
    const { status, body } = await (await serve())('?units=in1,t1');
    const { asOf, values } = body as Answer;
    expect(status).toBe(200);
    expect(asOf).toBe('2026-03-10T06:30:20.000Z');
    expect(values.filter(({ param }) => param === 'flow')).toEqual([
      { unitId: 'in1', param: 'flow', measure: 'm3/h', value: 41.1235, quality: 'GOOD', at: '2026-03-10T06:30:15.000Z' },
    ]);
    expect(values.find(({ unitId, param }) => unitId === 't1' && param === 'volume')).toEqual({
      unitId: 't1',
      param: 'volume',
      measure: 'L',
      value: null,
      quality: 'BAD_TIMEOUT',
      at: '2026-03-10T06:30:05.000Z',
      staleAfterSeconds: 10,
    });
  });

  it('are said to be unknown where nothing came yet', async () => {
    const { body } = await (await serve())('?units=in2');
    const { values } = body as Answer;
    expect(values.length).toBeGreaterThan(0);
    for (const one of values) expect(one).toMatchObject({ unitId: 'in2', value: null, quality: 'STALE', at: null });
  });

  it('are those of every unit where none is named, and each once where one is named twice', async () => {
    const ask = await serve();
    const unitsOf = async (query: string) => ((await ask(query)).body as Answer).values.map(({ unitId }) => unitId);
    expect(new Set(await unitsOf(''))).toEqual(new Set(['in1', 'in2', 't1']));
    expect(await unitsOf('?units=in2,in2')).toEqual(await unitsOf('?units=in2'));
  });

  it('are refused for a unit that is not there', async () => {
    const { body } = await (await serve())('?units=in1,gone');
    expect(body).toMatchObject({ code: 1401, message: expect.stringContaining('gone') });
  });
});
