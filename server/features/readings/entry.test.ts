import { describe, expect, it } from 'vitest';
import { granularResponse } from '../../contract/user/granular.ts';
import type { Events } from '../../core/bus.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { servedPlant, today } from '../../test/servedPlant.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { ReadingEntry } from './entry.ts';

describe('readings entered by hand', () => {
  it('are stored in a closed day with quality R, and change its total, its revision and the sums made of it', async () => {
    const { entered, slotsOf, totalOf, rig, notes } = await servedPlant();
    const revised: Events['dayRevised'][] = [];
    rig.bus.on('test', 'dayRevised', (event) => revised.push(event));
    const answer = await entered({ unitId: 'in', from: '2026-06-10T00:35:00Z', values: [500.0004, 0] });
    expect(answer).toEqual({
      unitId: 'in',
      param: 'volume',
      measure: 'L',
      from: '2026-06-10T00:35:00.000Z',
      to: '2026-06-10T00:45:00.000Z',
      slots: 2,
      days: [{ date: '10/06/2026', revision: 2, total: 29_100, completeness: 100 }],
    });
    expect(slotsOf('in', 'volume', '2026-06-10', 0, 4)).toEqual({ values: [100, 500, 0, 100], quality: 'GRRG' });
    expect(slotsOf('twice', 'volume', '2026-06-10', 0, 4)).toEqual({ values: [200, 1000, 0, 200], quality: 'GRRG' });
    expect(totalOf('twice', 'volume', '2026-06-10')).toMatchObject({ sum: 58_200, revision: 2 });
    expect(revised.flatMap(({ seriesIds }) => seriesIds).sort()).toEqual(
      [rig.id('in', 'volume'), rig.id('twice', 'volume')].sort(),
    );
    expect(notes).toEqual([
      {
        kind: 'readings.manual',
        subject: 'in.volume',
        before: { from: '2026-06-10T00:35:00.000Z', values: [100, 100], quality: 'GG' },
        after: { from: '2026-06-10T00:35:00.000Z', values: [500.0004, 0], note: 'display read' },
      },
    ]);
    expect(rig.reader.counterEvents([rig.id('in', 'volume')], 0, 1e9)).toMatchObject([
      { kind: 'manual', before: 200, after: 500, note: 'display read' },
    ]);
  });

  it('are one correction where they are sent again after a lost answer: what the meter had counted stays in the ledger', async () => {
    const { entered, slotsOf, totalOf, rig } = await servedPlant();
    const asked = { unitId: 'in', from: '2026-06-10T00:35:00Z', values: [500, 0], note: 'display read' };
    const first = await entered(asked);
    expect(await entered(asked)).toEqual(first);
    const events = (): unknown => rig.reader.counterEvents([rig.id('in', 'volume')], 0, 1e9);
    expect(events()).toMatchObject([{ kind: 'manual', before: 200, after: 500, note: 'display read' }]);
    expect(totalOf('in', 'volume', '2026-06-10')).toMatchObject({ revision: 2 });
    await entered({ ...asked, note: 'read by two' });
    expect(events()).toMatchObject([{ kind: 'manual', before: 500, after: 500, note: 'read by two' }]);
    expect(slotsOf('in', 'volume', '2026-06-10', 1, 2)).toEqual({ values: [500, 0], quality: 'RR' });
  });

  it('survive a restart, late readings and a run over the day', async () => {
    const { entered, slotsOf, rig, ask } = await servedPlant();
    await entered({ unitId: 'in', from: '2026-06-12T00:30:00Z', values: [7] });
    await entered({ unitId: 'well', from: '2026-06-10T00:30:00Z', values: [3.25] });
    await entered({ unitId: 'tanker', from: '2026-06-10T06:30:00Z', values: [12_000] });
    rig.restart();
    await rig.ingest.flush();
    rig.send('in.volume', 115_250, Date.parse('2026-06-12T00:33:00Z'));
    rig.send('well.level', 9, Date.parse('2026-06-10T00:33:00Z'));
    await rig.ingest.flush();
    await rig.ingest.recompute('DEMO', '2026-06-10');
    await rig.ingest.recompute('DEMO', today);
    expect(slotsOf('in', 'volume', today, 0, 1)).toEqual({ values: [7], quality: 'R' });
    expect(slotsOf('well', 'level', '2026-06-10', 0, 2)).toEqual({ values: [3.25, 2], quality: 'RG' });
    expect(slotsOf('tanker', 'volume', '2026-06-10', 72, 1)).toEqual({ values: [12_000], quality: 'R' });
    const { body } = await ask('/user/granular/unit?date1=10/06/2026&unitId=tanker');
    expect(granularResponse.parse(body).data1[72]).toEqual({ t: '2026-06-10T06:30:00.000Z', v: 12, q: 'R' });
  });

  it('are taken back by null: a meter says again what it read, a level is missing', async () => {
    const { entered, slotsOf, totalOf } = await servedPlant();
    await entered({ unitId: 'in', from: '2026-06-10T00:30:00Z', values: [1, 2, 3] });
    await entered({ unitId: 'well', param: 'level', from: '2026-06-10T00:30:00Z', values: [5] });
    await entered({ unitId: 'in', from: '2026-06-10T00:30:00Z', values: [null, null, null, null] });
    expect(slotsOf('in', 'volume', '2026-06-10', 0, 4)).toEqual({ values: [100, 100, 100, 100], quality: 'GGGG' });
    expect(totalOf('in', 'volume', '2026-06-10')).toMatchObject({ sum: 28_800, revision: 3 });
    await entered({ unitId: 'well', from: '2026-06-10T00:30:00Z', values: [null] });
    expect(slotsOf('well', 'level', '2026-06-10', 0, 2)).toEqual({ values: [0, 2], quality: 'MG' });
  });

  it('make a day that had nothing', async () => {
    const { entered, totalOf } = await servedPlant();
    const { days } = await entered({ unitId: 'tanker', from: '2026-05-01T00:30:00Z', values: Array<number>(288).fill(10) });
    expect(days).toEqual([{ date: '01/05/2026', revision: 1, total: 2880, completeness: 100 }]);
    expect(totalOf('tanker', 'volume', '2026-05-01')?.sum).toBe(2880);
  });

  it('change the tag of answers that a client keeps, those by month too', async () => {
    const { entered, ask } = await servedPlant();
    const path = '/user/deviceDataV2?date1=11/06/2026&category=SOURCE_CATEGORY&type=YEAR';
    const before = await ask(path);
    const etag = { 'if-none-match': String(before.headers.etag) };
    expect((await ask(path, { headers: etag })).status).toBe(304);
    await entered({ unitId: 'tanker', from: '2026-06-09T00:30:00Z', values: [5000] });
    const after = await ask(path, { headers: etag });
    expect(after.status).toBe(200);
    // 4 days of a meter and the tanker; a virtual unit of the meter is the same water
    expect([(before.body as { total: number }).total, (after.body as { total: number }).total]).toEqual([115.2, 120.2]);
  });

  it.each([
    [{ unitId: 'nobody' }, 404, 1401, 'unit not found'],
    [{ param: 'flux' }, 400, 1403, 'the unit has no parameter flux'],
    [{ unitId: 'twice' }, 400, 1403, 'the unit is a sum of others; values are entered at its parts'],
    [{ from: '2026-06-12T01:30:00Z' }, 400, 1403, 'values reach into slots that are not over yet'],
    [{ from: '1969-12-31T00:00:00Z' }, 400, 1403, 'from is before 1970'],
    [{ values: [1, 1.1e12] }, 400, 1430, 'values.1 must be at most 1000000000000'],
    [{ unitId: 'well', values: [-1.1e12] }, 400, 1430, 'values.0 must be at least -1000000000000'],
    [{ values: [1, -1] }, 400, 1403, 'values.1 must not be below 0: a meter counts up'],
    [{ from: '2026-06-10T00:31:00Z' }, 400, 1430, 'from must be the start of a 5-minute slot'],
    [{ from: undefined }, 400, 1430, 'from missing'],
    [{ values: [] }, 400, 1430, 'values must have at least 1 entries'],
    [{ values: ['1'] }, 400, 1430, 'values.0 must be a number'],
    [{ values: Array<number>(9301).fill(0) }, 400, 1430, 'values must have at most 9300 entries'],
    [{ note: ' ' }, 400, 1430, 'note must have at least 1 characters'],
  ])('are refused: %j', async (change, status, code, message) => {
    const { enter, slotsOf } = await servedPlant();
    const answer = await enter({ unitId: 'in', from: '2026-06-10T00:30:00Z', values: [1], note: 'why', ...change });
    expect([answer.status, answer.body]).toMatchObject([status, { code, message }]);
    expect(slotsOf('in', 'volume', '2026-06-10', 0, 1)).toEqual({ values: [100], quality: 'G' });
  });

  it('are taken only when confirmed where the meter cannot count so much, or the plant had not joined', async () => {
    const { enter, entered, plant, slotsOf, notes } = await servedPlant();
    // at most 100 000 litres an hour: the amount was typed in litres where KL were asked for
    const typo = { unitId: 'in', from: '2026-06-10T00:30:00Z', values: [100, 100_000, null], note: 'n' };
    const refused = await enter(typo);
    const tooMuch = 'confirmed must be true where values.1 is 100000 L, and the meter has at most 9166.667 L in 5 minutes';
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 1403, message: tooMuch, errors: [{ path: 'confirmed', message: tooMuch }] },
    ]);
    expect(slotsOf('in', 'volume', '2026-06-10', 0, 3)).toEqual({ values: [100, 100, 100], quality: 'GGG' });
    expect((await enter({ ...typo, param: 'flow', values: [111] })).body).toMatchObject({
      message: 'confirmed must be true where values.0 is 111 m3/h, and the meter has at most 110 m3/h',
    });
    expect((await enter({ ...typo, confirmed: false })).status).toBe(400);
    await entered({ ...typo, confirmed: true });
    expect(slotsOf('in', 'volume', '2026-06-10', 0, 3)).toEqual({ values: [100, 100_000, 100], quality: 'RRG' });
    expect(notes).toMatchObject([{ after: { values: [100, 100_000, null], confirmed: true } }]);
    // by hand and without a meter any amount is as likely
    await entered({ unitId: 'tanker', from: '2026-06-10T06:30:00Z', values: [100_000] });

    Object.assign(plant.industry('DEMO') ?? {}, { joinedAtMs: Date.parse('2026-06-09T08:02:00Z') });
    const early = { unitId: 'tanker', from: '1999-06-10T06:30:00Z', values: [null, 5], note: 'n' };
    expect((await enter(early)).body).toMatchObject({
      message:
        'confirmed must be true where values.1 is of 1999-06-10T06:35:00.000Z, and the plant joined at 2026-06-09T08:02:00.000Z',
    });
    await entered({ ...early, confirmed: true });
    await entered({ ...early, values: [null, null] });
    await entered({ ...early, from: '2026-06-09T08:00:00Z', values: [5] });
  });

  it('are refused of a tank that would hold less than nothing, and taken of a level below its mark', async () => {
    const plant = new TestPlant().addCategory('STOCK_CATEGORY', ['t']).addUnit({ id: 'tank', type: 'stock', subCategoryId: 't' });
    const taken: unknown[] = [];
    const enter = async (...entry: unknown[]) => void taken.push(entry);
    const entry = new ReadingEntry({ directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, enter });
    const send = (param: string, values: number[]) =>
      entry.enter('DEMO', { unitId: 'tank', param, fromSlot: 10, values, note: 'n' }, 20);
    await expect(send('volume', [0, -0.1])).rejects.toThrow('values.1 must not be below 0: a tank holds no less than nothing');
    await send('level', [-0.1]);
    expect(taken).toEqual([[plant.seriesId('tank', 'level'), 10, [-0.1], 'n']]);
  });

  it('are taken only when confirmed where the tank does not hold so much', async () => {
    const plant = new TestPlant()
      .addCategory('STOCK_CATEGORY', ['t'])
      .addUnit({ id: 'tank', type: 'stock', subCategoryId: 't', maxCapacity: 50 });
    const taken: unknown[] = [];
    const enter = async (...entry: unknown[]) => void taken.push(entry);
    const entry = new ReadingEntry({ directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, enter });
    const sent = { unitId: 'tank', param: 'volume', fromSlot: 10, values: [50_000, 50_000.5], note: 'n' };
    await expect(entry.enter('DEMO', sent, 20)).rejects.toThrow(
      'confirmed must be true where values.1 is 50000.5 L, and the tank holds at most 50000 L',
    );
    await entry.enter('DEMO', { ...sent, values: [50_000] }, 20);
    await entry.enter('DEMO', { ...sent, confirmed: true }, 20);
    expect(taken).toHaveLength(2);
  });

  it('are refused for a unit of another industry', async () => {
    const { enter } = await servedPlant();
    const answer = await enter({ unitId: 'in', from: '2026-06-10T00:30:00Z', values: [1], note: 'why' }, 'north');
    expect([answer.status, answer.body]).toMatchObject([404, { code: 1401, message: 'unit not found' }]);
  });

  it('are followed by a sum whenever they are corrected or taken back', async () => {
    const { enter, rig } = await servedPlant();
    const slot = Date.parse('2026-06-10T00:30:00Z') / SLOT_MS;
    const doubled = (): number | undefined => rig.reader.slots(rig.id('twice', 'volume'), slot, slot + 1).values[0];
    const seen: (number | undefined)[] = [];
    for (const value of [1, 7, null]) {
      await enter({ unitId: 'in', from: '2026-06-10T00:30:00Z', values: [value], note: 'why' });
      seen.push(doubled());
    }
    expect(seen).toEqual([2, 14, 200]);
  });

  it.each([
    ['in', 'volume', 100],
    ['well', 'level', 2],
  ] as const)(
    'of %s are answered with an error when they cannot be stored, and leave everything as it was',
    async (unitId, param, stood) => {
      const { enter, rig } = await servedPlant();
      const { sqlite } = rig.connection;
      const slot = Date.parse('2026-06-10T00:30:00Z') / SLOT_MS;
      const seen = () => {
        const { values, quality } = rig.reader.slots(rig.id(unitId, param), slot, slot + 2);
        const doubled = rig.reader.slots(rig.id('twice', 'volume'), slot, slot + 2);
        return { values: [...values], quality: [...quality], doubled: [...doubled.values] };
      };
      const before = seen();
      expect(before.values).toEqual([stood, stood]);
      sqlite.exec("create trigger full before update on day_total begin select raise(fail, 'disk full'); end");
      const answer = await enter({ unitId, from: '2026-06-10T00:30:00Z', values: [1, 7], note: 'why' });
      expect([answer.status, answer.body]).toMatchObject([503, { code: 503 }]);
      sqlite.exec('drop trigger full');
      await rig.ingest.flush();
      expect(rig.ingest.storageFault).toBeNull();
      expect(seen()).toEqual(before);
      rig.restart();
      expect(seen()).toEqual(before);
      expect(rig.reader.counterEvents([rig.id('in', 'volume')], slot, slot + 2)).toEqual([]);
    },
  );
});
