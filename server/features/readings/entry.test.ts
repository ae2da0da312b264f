import { get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { UnitMeta } from '../../contract/model/units.ts';
import { enterReadings } from '../../contract/plant/readings/readingsEntry.ts';
import { batchResult, job } from '../../contract/user/batchProcess.ts';
import { granularResponse } from '../../contract/user/granular.ts';
import type { Events } from '../../core/bus.ts';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../core/shift.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { Calendars } from '../../plantModel/calendars.ts';
import { type Ask, notingChanges, type Reply, sessionsOf, someCaller, startRig } from '../../test/httpRig.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { createReadings } from './create.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

const meter = { modulus: 1_000_000, basePerCount: 1, maxPerHour: 100_000, backDeadband: 1 };
const start = '2026-06-08';
const today = '2026-06-12';

/** Four closed days and a running one: a meter of 100 litres a slot, a level of 2 m, the meter twice as a sum, and a log by hand. */
const servedPlant = async () => {
  const plant = new TestPlant()
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], meta: { meter } })
    .addUnit({
      id: 'twice',
      type: 'virtual',
      subCategoryId: 's',
      meta: { expression: [{ unitId: 'in', factor: 2 }] } as UnitMeta,
    })
    .addUnit({ id: 'well', type: 'level', subCategoryId: 's' })
    .addUnit({ id: 'tanker', type: 'manual', subCategoryId: 's', standardCategoryIds: ['ID_SOURCE'], name: '=Tanker "A", B' });
  const first = plant.calendar.windowOfDay(dayNumber(start)).firstSlot;
  const now = plant.calendar.windowOfDay(dayNumber(today)).firstSlot + 12;
  const rig = new ReadingsRig(plant, now * SLOT_MS + 10_000);
  undo.push(() => rig.close());
  const history = rig.history();
  for (let slot = first - 1; slot < now; slot += 1)
    history.acceptSlot(slot, [
      { seriesId: rig.id('in', 'volume'), value: (slot - first + 1) * 100 },
      { seriesId: rig.id('well', 'level'), value: 2 },
    ]);
  history.finish();
  rig.start(['in.volume', 'well.level']);
  await rig.ingest.flush();
  const parts = {
    directory: plant,
    reader: rig.reader,
    calendars: new Calendars(plant),
    ingest: rig.ingest,
    scheduler: new CooperativeScheduler(),
    clock: rig.clock,
  };
  const readings = createReadings({ ...parts, troubles: () => () => null, dischargeIds: async () => new Set<string>() });
  const caller = someCaller({ permissions: new Set(['COMMISSIONING', 'BATCH_PROCESS']) });
  const notes: unknown[] = [];
  const http = await startRig(readings.routes, {
    clock: rig.clock,
    sessions: sessionsOf({
      asha: { caller, panel: false },
      north: { caller: { ...caller, industryId: 'NORTH' }, panel: false },
    }),
    auditSink: {
      refused() {},
      ignoredTarget() {},
      actedElsewhere: async () => {},
      changing: notingChanges(async (_act, kind, note) => void notes.push({ kind, ...note })),
    },
  });
  undo.push(() => http.stop());
  const ask = (path: string, options: Ask = {}, token = 'asha'): Promise<Reply> =>
    http.ask(`/api${path}`, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
  const enter = (body: object, token?: string): Promise<Reply> => ask('/plant/readings/manual', { method: 'POST', body }, token);
  const entered = async (body: object) => {
    const { status, body: answer, text } = await enter({ note: 'display read', ...body });
    expect(status, text).toBe(200);
    return enterReadings.reply.parse(answer);
  };
  const slotsOf = (unitId: string, param: string, date: string, at: number, count: number) => {
    const from = plant.calendar.windowOfDay(dayNumber(date)).firstSlot + at;
    const { values, quality } = rig.reader.slots(rig.id(unitId, param), from, from + count);
    return { values: [...values], quality };
  };
  const totalOf = (unitId: string, param: string, date: string) =>
    rig.reader.dayTotals([rig.id(unitId, param)], dayNumber(date), dayNumber(date))[0];
  return { plant, rig, ask, enter, entered, slotsOf, totalOf, notes, readings, port: http.port };
};

describe('readings entered by hand', () => {
  it('stand in a closed day with quality R, in its total, its revision and the sums made of it', async () => {
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

  it('change what a client is told it has already, in the month too', async () => {
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
  ] as const)('of %s say so when they cannot be stored, and leave everything as it stood', async (unitId, param, stood) => {
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
  });
});

/** Holds every run at its next day until `go`. */
const holdRuns = ({ ingest }: ReadingsRig): { go: () => void } => {
  const recompute = ingest.recompute.bind(ingest);
  const gate = Promise.withResolvers<void>();
  ingest.recompute = async (...asked) => {
    await gate.promise;
    return recompute(...asked);
  };
  return { go: gate.resolve };
};

describe('days worked out again', () => {
  const batch = async (ask: (path: string) => Promise<Reply>, query: string) => {
    const { status, body, text } = await ask(`/user/batchProcess${query}`);
    expect(status, text).toBe(200);
    return batchResult.parse(body);
  };

  it('come out the same, and say which are provisional or empty', async () => {
    const { ask, notes } = await servedPlant();
    const result = await batch(ask, '?date1=10/06/2026&date2=08/06/2026');
    expect(result).toMatchObject({
      status: 'success',
      state: 'done',
      from: '08/06/2026',
      to: '10/06/2026',
      days: 2,
      units: 4,
      changedDays: 0,
    });
    expect(result.warnings).toEqual([
      { unitId: 'tanker', date: '08/06/2026', message: 'there are no readings of this day' },
      { unitId: 'tanker', date: '10/06/2026', message: 'there are no readings of this day' },
    ]);
    expect(notes).toMatchObject([{ kind: 'readings.batch', subject: result.jobId }]);
    const again = await batch(ask, '?date1=10/06/2026&date2=08/06/2026');
    const { jobId: _one, durationMs: _ms, ...same } = again;
    expect(result).toMatchObject(same);
  });

  it('have their totals added up again', async () => {
    const { ask, rig, totalOf } = await servedPlant();
    rig.connection.sqlite.exec(
      `update day_total set sum = 1 where day = ${dayNumber('2026-06-10')} and series_id = ${rig.id('in', 'volume')}`,
    );
    // not what the plant wrote: answered as missing
    expect(totalOf('in', 'volume', '2026-06-10')).toBeUndefined();
    expect((await batch(ask, '?date1=10/06/2026')).changedDays).toBe(1);
    expect(totalOf('in', 'volume', '2026-06-10')).toMatchObject({ sum: 28_800, revision: 2 });
    expect((await batch(ask, '?date1=10/06/2026')).changedDays).toBe(0);
  });

  it('are followed as a job where they are more than seven', async () => {
    const { ask, readings, notes, rig } = await servedPlant();
    const { go } = holdRuns(rig);
    const started = await batch(ask, '/range?startDate=01/06/2026&endDate=11/06/2026&unitIds=in,well');
    expect(started).toMatchObject({ state: 'running', days: 11, units: 2, warnings: [] });
    const refused = await ask('/user/batchProcess?date1=10/06/2026');
    expect([refused.status, refused.body]).toMatchObject([409, { code: 409 }]);
    const read = async () => job.parse((await ask(`/plant/jobs/${started.jobId}`)).body);
    expect(await read()).toMatchObject({ state: 'running', finishedAt: null, progress: { done: 0, total: 11 }, result: null });
    go();
    while ((await read()).state === 'running') await new Promise(setImmediate);
    const ended = await read();
    expect(ended).toMatchObject({ kind: 'batchProcess', state: 'done', progress: { done: 11, total: 11, unit: 'days' } });
    const result = batchResult.parse(ended.result);
    expect(result).toMatchObject({ jobId: started.jobId, state: 'done', changedDays: 0 });
    expect(result.warnings.filter(({ unitId }) => unitId === 'in').map(({ date }) => date)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) => `0${day}/06/2026`),
    );
    expect(notes).toHaveLength(1);
    expect((await ask(`/plant/jobs/${started.jobId}`, {}, 'north')).status).toBe(404);
    expect((await batch(ask, '?date1=10/06/2026')).state).toBe('done');
    await readings.stop();
  });

  it('are answered when they are seven', async () => {
    const { ask } = await servedPlant();
    expect(await batch(ask, '/range?startDate=05/06/2026&endDate=11/06/2026')).toMatchObject({ state: 'done', days: 7 });
  });

  it('end with the server after the day they are at', async () => {
    const { ask, readings, rig } = await servedPlant();
    const { go } = holdRuns(rig);
    const { jobId } = await batch(ask, '/range?startDate=01/06/2025&endDate=11/06/2026');
    const stopped = readings.stop();
    go();
    await stopped;
    expect(job.parse((await ask(`/plant/jobs/${jobId}`)).body)).toMatchObject({
      state: 'failed',
      progress: { done: 1, total: 376, unit: 'days' },
      message: 'the server stopped before 02/06/2025',
      result: null,
    });
  });

  it.each([
    ['', 400, 1403, 'date1 missing'],
    ['?date1=32/01/2026', 400, 1403, 'date1 is a date that does not exist'],
    ['?date1=13/06/2026', 400, 1403, 'date1 has not begun yet'],
    ['?date1=10/06/2026&date2=13/06/2026', 400, 1403, 'date2 has not begun yet'],
    ['?date1=31/12/1969', 400, 1403, 'date1 is before 1970'],
    ['/range?endDate=10/06/2026', 400, 1403, 'startDate missing'],
    ['/range?startDate=10/06/2026', 400, 1403, 'endDate missing'],
    ['/range?startDate=10/06/2026&endDate=09/06/2026', 400, 1403, 'endDate is before startDate'],
    ['/range?startDate=10/06/2026&endDate=13/06/2026', 400, 1403, 'endDate has not begun yet'],
    [
      '/range?startDate=01/01/2000&endDate=10/06/2026',
      400,
      1403,
      'startDate to endDate is 9658 days; at most 1830 (5 years) can be asked for at once',
    ],
    ['/range?startDate=10/06/2026&endDate=10/06/2026&unitIds=nobody', 404, 1401, 'unit nobody not found'],
  ])('are refused: %s', async (query, status, code, message) => {
    const { ask } = await servedPlant();
    const answer = await ask(`/user/batchProcess${query}`);
    expect([answer.status, answer.body]).toMatchObject([status, { code, message }]);
    expect((await ask('/plant/jobs/nobody')).status).toBe(404);
  });

  it('are not run by a link of another page', async () => {
    const { ask } = await servedPlant();
    expect((await ask('/user/batchProcess?date1=10/06/2026', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(400);
    expect((await ask('/user/batchProcess?date1=10/06/2026', { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(400);
  });
});

describe('readings as CSV', () => {
  it('are a line per slot up to now, empty where nothing is known', async () => {
    const { ask } = await servedPlant();
    const { status, headers, text } = await ask(
      '/plant/readings/export?startDate=11/06/2026&endDate=12/06/2026&unitIds=in,tanker',
    );
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain('readings 2026-06-11 to 2026-06-12.csv');
    const lines = text.trimEnd().split('\r\n');
    expect(lines[0]).toBe('\ufefftime,unitId,unitName,param,unit,value,quality');
    expect(lines[1]).toBe('2026-06-11T00:30:00.000Z,in,Unit in,volume,L,100,G');
    // no spreadsheet takes the name for a formula
    expect(lines).toContain(`2026-06-11T00:30:00.000Z,tanker,"'=Tanker ""A"", B",volume,L,,M`);
    // three series of a whole day and of an hour
    expect(lines).toHaveLength(1 + 3 * (288 + 12));
    expect(lines.at(-1)).toMatch(/^2026-06-12T01:25:00.000Z,tanker,/);
  });

  it('are those of every unit where none is named', async () => {
    const { ask } = await servedPlant();
    const { text } = await ask('/plant/readings/export?startDate=10/06/2026&endDate=10/06/2026');
    expect(
      new Set(
        text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => line.split(',')[1]),
      ),
    ).toEqual(new Set(['in', 'twice', 'well', 'tanker']));
  });

  it('are made no faster than they are read, and no more once the client has gone', async () => {
    const { rig, port } = await servedPlant();
    let reads = 0;
    const slots = rig.reader.slots.bind(rig.reader);
    rig.reader.slots = (...asked) => {
      reads += 1;
      return slots(...asked);
    };
    const path = '/api/plant/readings/export?startDate=10/06/2022&endDate=10/06/2026&unitIds=in,twice,well,tanker';
    const response = await new Promise<IncomingMessage>((done, fail) => {
      get({ port, host: '127.0.0.1', path, headers: { authorization: 'Bearer asha' } }, done).on('error', fail);
    });
    const settled = async (): Promise<number> => {
      // a busy machine may give the export no turn for a while
      for (let [before, same] = [-1, 0]; same < 3; same = before === reads ? same + 1 : 0) {
        before = reads;
        await delay(100);
      }
      return reads;
    };
    // five series of 1,462 days
    const paused = await settled();
    expect(paused).toBeGreaterThan(0);
    expect(paused).toBeLessThan(3000);
    response.destroy();
    expect(await settled()).toBeLessThan(paused + 100);
  });

  it.each([
    ['?endDate=10/06/2026', 400, 1403, 'startDate missing'],
    ['?startDate=10/06/2026', 400, 1403, 'endDate missing'],
    ['?startDate=10/06/2026&endDate=01/06/2026', 400, 1403, 'endDate is before startDate'],
    ['?startDate=10/06/2026&endDate=10/06/2026&unitIds=in,nobody', 404, 1401, 'unit nobody not found'],
  ])('are refused: %s', async (query, status, code, message) => {
    const { ask } = await servedPlant();
    const answer = await ask(`/plant/readings/export${query}`);
    expect([answer.status, answer.body]).toMatchObject([status, { code, message }]);
  });
});
