import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loopTestSpec, plantLoopTestEndpoints } from '../../../contract/plant/commissioning/loopTests.ts';
import { Writer } from '../../../db/writer.ts';
import { Calendars } from '../../../plantModel/calendars.ts';
import { addIndustry, NOW_MS, type Plant, someUnit, startPlant } from '../../../test/configuredPlant.ts';
import { type Rig, sessionsOf, someCaller, startRig } from '../../../test/httpRig.ts';
import { samples, somePng } from '../../../test/imageSamples.ts';
import { withResult } from './deviations.ts';
import { LoopTestService } from './loopTestService.ts';
import { LoopTestStore } from './loopTestStore.ts';
import { loopTestRoutes } from './routes.ts';

const permissions = new Set(['COMMISSIONING'] as const);
const sessions = sessionsOf({
  tech: { caller: someCaller({ permissions }), panel: false },
  north: { caller: someCaller({ industryId: 'NORTH', permissions }), panel: false },
});

let plant: Plant;
let rig: Rig;
beforeEach(async () => {
  plant = await startPlant();
  await addIndustry(plant);
  await addIndustry(plant, 'NORTH');
  await plant.units.create('DEMO', someUnit(), 'well');
  const store = new LoopTestStore(new Writer(plant.sqlite), plant.kysely);
  const service = new LoopTestService({ ...plant, store, calendars: new Calendars(plant.directory) });
  const routes = loopTestRoutes(service);
  expect(routes).toHaveLength(plantLoopTestEndpoints.length);
  rig = await startRig(routes, { sessions, clock: plant.clock });
});
afterEach(async () => {
  await rig.stop();
  plant.close();
  plant.remove();
});

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
type Body = any;
const ask =
  (token: string) =>
  async (method: string, path: string, body?: object): Promise<{ status: number; body: Body }> => {
    const headers = { authorization: `Bearer ${token}` };
    return rig.ask(`/api/plant${path}`, { method, headers, ...(body && { body }) });
  };
const [tech, north] = [ask('tech'), ask('north')];

const sendPhoto = async (id: string, content: Uint8Array, token = 'tech') => {
  const form = new FormData();
  form.set('photo', new Blob([content as Uint8Array<ArrayBuffer>]), 'meter.jpg');
  const reply = await fetch(`http://127.0.0.1:${rig.port}/api/plant/loop-tests/${id}/photos`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return { status: reply.status, body: (await reply.json()) as Body };
};

const some = (fields: object = {}) => ({
  unitId: 'well',
  param: 'flow',
  testedAt: '2026-11-09T10:00:00+05:30',
  testedBy: 'A. Rao',
  reference: { instrument: 'Clamp-on meter', serial: 'C-17', certificate: 'NABL/123', validTo: '2027-03-31' },
  measure: 'm3/h',
  span: 100,
  tolerancePct: 2,
  points: [
    { reference: 50, asFound: 52, asLeft: 50.5 },
    { reference: 0, asFound: 0.2, asLeft: null },
  ],
  dueOn: '2027-11-09',
  note: 'Zero was off',
  ...fields,
});

describe('a loop test', () => {
  it('is kept with its deviations, worked out from the readings', async () => {
    const { status, body } = await tech('POST', '/loop-tests', some({ toleranceOf: 'span' }));
    expect(status, JSON.stringify(body)).toBe(201);
    expect(body.points).toEqual([
      {
        reference: 50,
        asFound: 52,
        asLeft: 50.5,
        asFoundDeviation: { absolute: 2, pctOfReading: 4, pctOfSpan: 2 },
        asLeftDeviation: { absolute: 0.5, pctOfReading: 1, pctOfSpan: 0.5 },
      },
      {
        reference: 0,
        asFound: 0.2,
        asLeft: null,
        asFoundDeviation: { absolute: 0.2, pctOfReading: null, pctOfSpan: 0.2 },
        asLeftDeviation: { absolute: null, pctOfReading: null, pctOfSpan: null },
      },
    ]);
    expect(body).toMatchObject({ result: 'pass', asFoundResult: 'pass', savedBy: 'asha', unitName: 'Borewell main', photos: [] });
    expect((await tech('GET', `/loop-tests/${body.id}`)).body).toEqual(body);
    expect((await tech('GET', '/loop-tests?unitId=well')).body.loopTests).toEqual([body]);
    expect((await tech('GET', '/loop-tests?unitId=other')).body.loopTests).toEqual([]);
  });

  it('has no result where there is none to be had', () => {
    const of = (fields: object) => withResult(loopTestSpec.parse(some(fields)));
    expect(of({ tolerancePct: null }).result).toBeNull();
    // a share of a reading of 0 is no number, so the test as a whole is not passed
    expect(of({ toleranceOf: 'reading' }).result).toBeNull();
    expect(of({ points: [{ reference: 50, asFound: 52 }] })).toMatchObject({ result: 'fail', asFoundResult: 'fail' });
    expect(of({ points: [{ reference: 50, asFound: 52, asLeft: 50 }] })).toMatchObject({ result: 'pass', asFoundResult: 'fail' });
    expect(of({ points: [{ reference: 50, asFound: null, asLeft: 50 }] })).toMatchObject({ result: 'pass', asFoundResult: null });
  });

  it('shows the deviation of any reading as what is left between it and the reference', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, (reference, asFound) => {
        const { points } = withResult(loopTestSpec.parse(some({ points: [{ reference, asFound }] })));
        const { absolute, pctOfReading } = points[0]?.asFoundDeviation ?? {};
        expect(reference + (absolute ?? Number.NaN)).toBeCloseTo(asFound, 5);
        if (pctOfReading != null) expect(pctOfReading * (absolute ?? Number.NaN)).toBeGreaterThanOrEqual(0);
        else expect(Math.abs(reference)).toBe(0);
      }),
    );
  });

  it('is never changed, only corrected, once', async () => {
    const first = (await tech('POST', '/loop-tests', some())).body;
    const second = await tech('POST', '/loop-tests', some({ corrects: first.id, note: 'Read the wrong display' }));
    expect(second.body).toMatchObject({ corrects: first.id, correctedBy: null });
    expect((await tech('GET', `/loop-tests/${first.id}`)).body).toMatchObject({
      correctedBy: second.body.id,
      note: 'Zero was off',
    });
    expect((await tech('POST', '/loop-tests', some({ corrects: first.id }))).status).toBe(409);
    expect(() => plant.sqlite.prepare("update loop_test set document = '{}'").run()).toThrow('never changed');
  });

  it.each([
    ['a unit that is not there', { unitId: 'nowhere' }, 'unitId'],
    ['a parameter that the unit has not', { param: 'ph' }, 'param'],
    ['a year that was cut short while it was typed', { testedAt: '0026-11-09T10:00:00Z' }, 'testedAt'],
    ['a year of before there were meters', { testedAt: '1826-11-09T10:00:00Z' }, 'testedAt'],
    [
      'a certificate of a year that was cut short',
      { reference: { instrument: 'MC6', validTo: '0027-01-01' } },
      'reference.validTo',
    ],
    ['a next test that nobody will see', { dueOn: '2926-11-09' }, 'dueOn'],
    ['a time to come', { testedAt: new Date(NOW_MS + 3_600_000).toISOString() }, 'testedAt'],
    ['a due date before the test', { dueOn: '2026-11-01' }, 'dueOn'],
    ['a tolerance of a span that is not given', { toleranceOf: 'span', span: null }, 'span'],
    ['a point without a reading', { points: [{ reference: 1 }] }, 'points.0'],
    ['a test of another parameter to correct', { corrects: 'nothing' }, 'corrects'],
  ])('is refused for %s', async (_, fields, path) => {
    const { status, body } = await tech('POST', '/loop-tests', some(fields));
    expect({ status, paths: body.errors.map((one: { path: string }) => one.path) }).toEqual({ status: 400, paths: [path] });
  });

  it('is there once, as is its photo, where it is sent again after a lost answer', async () => {
    const first = (await tech('POST', '/loop-tests', some())).body;
    plant.clock.advance(60_000);
    expect(await tech('POST', '/loop-tests', some())).toMatchObject({ status: 201, body: first });
    const photo = await sendPhoto(first.id, samples.jpeg);
    for (let side = 1; side < 4; side += 1) await sendPhoto(first.id, somePng(side, side));
    expect(await sendPhoto(first.id, samples.jpeg)).toEqual(photo);
    expect((await tech('GET', `/loop-tests/${first.id}`)).body.photos).toHaveLength(4);

    const correction = some({ note: 'Zero was right', corrects: first.id });
    const corrected = (await tech('POST', '/loop-tests', correction)).body;
    expect((await tech('POST', '/loop-tests', correction)).body).toEqual(corrected);
    expect((await tech('GET', '/loop-tests')).body.loopTests).toHaveLength(2);
    expect((await tech('POST', '/loop-tests', some({ testedBy: 'B. Rao' }))).body.id).not.toBe(first.id);
  });

  it('is there once, as is its photo, where it is sent twice at the same moment; a test is corrected once', async () => {
    const atOnce = <T>(send: (at: number) => Promise<T>): Promise<T[]> =>
      Promise.all(Array.from({ length: 6 }, (_, at) => send(at)));
    const saved = await atOnce(() => tech('POST', '/loop-tests', some()));
    const [id] = saved.map(({ body }) => body.id);
    expect(saved.map(({ body }) => body.id)).toEqual(saved.map(() => id));
    const photos = await atOnce(() => sendPhoto(id, samples.jpeg));
    expect(photos).toEqual(photos.map(() => ({ status: 201, body: photos[0]?.body })));
    const more = await atOnce((at) => sendPhoto(id, somePng(at + 1, at + 1)));
    expect(more.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
    expect((await tech('GET', `/loop-tests/${id}`)).body.photos).toHaveLength(4);
    const corrections = await atOnce((at) => tech('POST', '/loop-tests', some({ note: `Note ${at}`, corrects: id })));
    expect(corrections.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    expect((await tech('GET', '/loop-tests')).body.loopTests).toHaveLength(2);
  });

  it('belongs to its industry, as do its photos', async () => {
    const { id } = (await tech('POST', '/loop-tests', some())).body;
    const photo = (await sendPhoto(id, samples.png)).body;
    expect((await north('GET', '/loop-tests')).body.loopTests).toEqual([]);
    expect((await north('GET', `/loop-tests/${id}`)).status).toBe(404);
    expect((await north('GET', `/loop-tests/${id}/photos/${photo.id}`)).status).toBe(404);
    expect((await sendPhoto(id, samples.png, 'north')).status).toBe(404);
    expect((await north('POST', '/loop-tests', some())).status).toBe(400);
  });
});

describe('a photo', () => {
  it('is kept by its content and comes back as a picture', async () => {
    const { id } = (await tech('POST', '/loop-tests', some())).body;
    const sent = await sendPhoto(id, samples.jpeg);
    expect(sent.body).toMatchObject({ width: 3, height: 2, savedBy: 'asha' });
    const reply = await fetch(`http://127.0.0.1:${rig.port}/api/plant/loop-tests/${id}/photos/${sent.body.id}`, {
      headers: { authorization: 'Bearer tech' },
    });
    expect(reply.headers.get('content-type')).toBe('image/jpeg');
    expect([...new Uint8Array(await reply.arrayBuffer()).subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    expect((await tech('GET', `/loop-tests/${id}`)).body.photos).toEqual([sent.body]);
  });

  it('may be larger than a logo, but not without bounds, and there are four at most', async () => {
    const { id } = (await tech('POST', '/loop-tests', some())).body;
    expect((await sendPhoto(id, somePng(4096, 10))).status).toBe(201);
    expect((await sendPhoto(id, somePng(4097, 1))).body.message).toContain('at most 4096 x 4096');
    expect((await sendPhoto(id, Buffer.from('<svg/>'))).status).toBe(400);
    expect((await sendPhoto(id, Buffer.alloc(2 * 1_048_576 + 1))).status).toBe(400);
    for (let side = 1; side < 4; side += 1) expect((await sendPhoto(id, somePng(side, side))).status).toBe(201);
    expect((await sendPhoto(id, samples.png)).status).toBe(409);
    expect((await sendPhoto('nothing', samples.png)).status).toBe(404);
  });
});

describe('calibrations', () => {
  it('are listed with the most urgent first, by the newest test that was not corrected', async () => {
    for (const name of ['b', 'c', 'd', 'e', 'f']) await plant.units.create('DEMO', someUnit({ name: `Unit ${name}` }), name);
    await plant.units.create(
      'DEMO',
      someUnit({ name: 'Worked out', type: 'virtual', meta: { expression: [{ unitId: 'well', factor: 1 }] } }),
      'virtual',
    );
    await plant.units.create('DEMO', someUnit({ name: 'Retired', deployed: false }), 'retired');
    const test = async (unitId: string, dueOn: string | null, fields: object = {}) =>
      (await tech('POST', '/loop-tests', some({ unitId, dueOn, testedAt: '2026-01-01T00:00:00Z', ...fields }))).body.id;
    await test('well', '2026-11-09');
    await test('b', '2026-11-10');
    await test('c', '2026-12-10');
    await test('d', '2026-12-11');
    await test('e', null);
    // an older one, and a newer one that was corrected, do not count
    await test('d', '2026-02-01', { testedAt: '2025-01-01T00:00:00Z' });
    const wrong = await test('b', '2029-01-01', { testedAt: '2026-02-01T00:00:00Z' });
    await test('b', '2026-11-11', { testedAt: '2026-02-01T00:00:00Z', corrects: wrong });
    const { body } = await tech('GET', '/calibrations');
    expect(body.today).toBe('2026-11-10');
    expect(body.calibrations.map(({ unitId, state, daysLeft }: Body) => [unitId, state, daysLeft])).toEqual([
      ['well', 'overdue', -1],
      ['b', 'due', 1],
      ['c', 'due', 30],
      ['e', 'undated', null],
      ['d', 'ok', 31],
      ['f', 'never', null],
    ]);
    const strict = (await tech('GET', '/calibrations?withinDays=0')).body.calibrations;
    expect(strict.map(({ state }: Body) => state)).toEqual(['overdue', 'undated', 'ok', 'ok', 'ok', 'never']);
    expect((await north('GET', '/calibrations')).body.calibrations).toEqual([]);
  });
});
