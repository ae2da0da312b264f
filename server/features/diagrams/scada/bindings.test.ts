import { describe, expect, it } from 'vitest';
import type { ScadaValue } from '../../../contract/user/scada.ts';
import { type Live, live, measured, NOW, same, serveDiagrams, values } from '../../../test/scadaPlant.ts';

serveDiagrams();

describe('the data of a diagram', () => {
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
});
