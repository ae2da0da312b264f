import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RoLogEntry } from '../../../contract/user/roEfficiency.ts';
import { type RoRig, roPlant, startRoRig } from '../../../test/roRig.ts';

let rig: RoRig;
beforeEach(async () => {
  rig = await startRoRig(roPlant());
});
afterEach(() => rig.stop());

const list = async (query = ''): Promise<{ logs: RoLogEntry[]; total: number }> => {
  const reply = await rig.ask(`/logActivities${query}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { logs: RoLogEntry[]; total: number };
};
const flush = { plantId: 'ro', kind: 'flush', start: '2026-06-18T05:00:00Z' };

describe('the log', () => {
  it('keeps an entry as it was sent, with its author and time, and adds it to the audit log', async () => {
    const entry = {
      ...flush,
      kind: 'chemical_dosing',
      train: 'RO 1',
      stage: 'second',
      end: '2026-06-18T06:30:00+05:30',
      start: '2026-06-18T05:30:00+05:30',
      chemical: 'Antiscalant',
      dose: { value: 3.5, unit: 'mg/L' },
      ph: 7.2,
      temperatureC: 31,
      remark: "Pump #2, O'Neil's drum",
      cost: 1250.5,
    };
    const reply = await rig.log(entry);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toEqual({ status: 'success', message: 'Log entry created', id: expect.any(String) });
    const { id } = reply.body as { id: string };
    const kept = { ...entry, id, createdBy: 'asha', createdOn: new Date(rig.clock.now()).toISOString() };
    expect(await list()).toEqual({ logs: [kept], total: 1 });
    expect(rig.notes).toEqual([{ kind: 'ro.log', note: { subject: id, after: kept } }]);
  });

  it('has an entry once that is sent again after a lost answer, and two where anything of them differs', async () => {
    const dosing = { ...flush, kind: 'chemical_dosing', dose: { value: 3.5, unit: 'mg/L' }, cost: 1250.5 };
    const first = await rig.log(dosing);
    rig.clock.advance(60_000);
    const again = await rig.log(dosing);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await list()).total).toBe(1);
    for (const other of [{ cost: 1250 }, { train: 'RO 2' }, { start: '2026-06-18T05:00:01Z' }, { kind: 'other' }])
      expect((await rig.log({ ...dosing, ...other })).body).not.toEqual(first.body);
    expect((await list()).total).toBe(5);
  });

  it('is listed newest first, by plant, kind and shift days, and counted beyond the limit', async () => {
    for (const [kind, start] of [
      ['inspection', '2026-06-17T00:29:59Z'],
      ['calibration', '2026-06-17T00:30:00Z'],
      ['other', '2026-06-18T00:29:59Z'],
      ['sanitisation', '2026-06-18T00:30:00Z'],
    ])
      await rig.log({ ...flush, kind, start });
    const kinds = async (query: string): Promise<string[]> => (await list(query)).logs.map(({ kind }) => kind);
    expect(await kinds('')).toEqual(['sanitisation', 'other', 'calibration', 'inspection']);
    expect(await kinds('?date1=17/06/2026&date2=17/06/2026')).toEqual(['other', 'calibration']);
    expect(await kinds('?date1=18/06/2026')).toEqual(['sanitisation']);
    expect(await kinds('?date2=16/06/2026')).toEqual(['inspection']);
    expect(await kinds('?kind=other&plantId=ro')).toEqual(['other']);
    expect(await kinds('?plantId=nobody')).toEqual([]);
    expect(await list('?limit=1')).toMatchObject({ total: 4, logs: [{ kind: 'sanitisation' }] });
  });

  it('shows an entry on every day that it touches', async () => {
    await rig.log({ ...flush, kind: 'shutdown', start: '2026-06-15T12:00:00Z', end: '2026-06-18T12:00:00Z' });
    for (const [day, total] of [
      ['14', 0],
      ['15', 1],
      ['17', 1],
      ['18', 1],
      ['19', 0],
    ])
      expect((await list(`?date1=${day}/06/2026&date2=${day}/06/2026`)).total, String(day)).toBe(total);
  });

  it('belongs to one industry', async () => {
    await rig.log(flush);
    const others = await rig.ask('/logActivities', { authorization: 'Bearer north' });
    expect(others.body).toEqual({ logs: [], total: 0 });
    expect((await rig.log(flush, 'north')).body).toMatchObject({ code: 1401, message: 'RO plant ro does not exist' });
    expect(await rig.store.events('NORTH')).toEqual([]);
  });

  it('is never rewritten', async () => {
    await rig.log(flush);
    expect(() => rig.sqlite.exec("update ro_log set kind = 'cip'")).toThrow('never changed');
  });

  it.each([
    ['an end before the start', { end: '2026-06-18T04:59:59Z' }, 1403, 'end'],
    ['an end years later', { end: '2029-06-18T05:00:00Z' }, 1403, 'end'],
    ['a start in the future', { start: '2026-06-22T05:00:00Z' }, 1403, 'start'],
    ['a start before 1970', { start: '1969-06-22T05:00:00Z' }, 1403, 'start'],
    ['a day in place of a time', { start: '18/06/2026' }, 1430, 'start'],
    ['a kind of its own', { kind: 'prayer' }, 1430, 'kind'],
    ['a dose without a unit', { dose: { value: 3 } }, 1430, 'dose.unit'],
    ['a negative dose', { dose: { value: -3, unit: 'kg' } }, 1430, 'dose.value'],
    ['a pH of 15', { ph: 15 }, 1430, 'ph'],
    ['a remark of a book', { remark: 'x'.repeat(2001) }, 1430, 'remark'],
  ])('refuses %s, and keeps nothing', async (_, fields, code, path) => {
    expect((await rig.log({ ...flush, ...fields })).body).toMatchObject({ code, errors: [{ path }] });
    expect(await list()).toEqual({ logs: [], total: 0 });
  });

  it('refuses a plant that is none, and dates that cannot be', async () => {
    expect((await rig.log({ ...flush, plantId: 'other' })).body).toMatchObject({ code: 1401 });
    for (const query of ['?date1=31/02/2026', '?date1=18/06/2026&date2=17/06/2026', '?date1=01/01/1960', '?limit=0', '?kind=x'])
      expect((await rig.ask(`/logActivities${query}`)).body, query).toMatchObject({ code: 1403 });
  });
});
