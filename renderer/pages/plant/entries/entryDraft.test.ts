import { describe, expect, it } from 'vitest';
import { enterReadings } from '../../../../server/contract/plant/readings/readingsEntry.ts';
import { dayTotal, type EntryDraft, entryBody } from './entryDraft.ts';

const draft: EntryDraft = {
  unitId: 'meter',
  param: 'volume',
  fromDate: '2026-11-22',
  fromTime: '06:00',
  toDate: '2026-11-22',
  toTime: '07:00',
  amount: '3,6',
  note: 'read off the display',
};
const meter = { kind: 'counter', measure: 'L' } as const;

describe('readings by hand', () => {
  it('the amount of a meter is spread over the slots of the time, in the unit that is stored', () => {
    const body = entryBody(draft, meter, 'Asia/Kolkata');
    expect(body).toMatchObject({ from: '2026-11-22T00:30:00.000Z', values: Array.from({ length: 12 }, () => 300) });
    expect(enterReadings.body.safeParse(body).success).toBe(true);
  });

  it('the total of the day is said in the unit that was typed, not in the one that is stored', () => {
    expect(dayTotal(289_591, 'L')).toBe('289.591 KL');
    expect(dayTotal(1500, 'Wh')).toBe('1.5 kWh');
    expect(dayTotal(2.4, 'm')).toBe('2.4 m');
    expect(dayTotal(null, 'L')).toBe('–');
  });

  it('a level holds in each slot, also over midnight', () => {
    const late = { ...draft, fromTime: '23:55', toDate: '2026-11-23', toTime: '00:05', amount: '2.4' };
    expect(entryBody(late, { kind: 'gauge', measure: 'm' }, 'Asia/Kolkata').values).toEqual([2.4, 2.4]);
  });

  it('an hour may be typed with one digit', () => {
    expect(entryBody({ ...draft, fromTime: '6:30' }, meter, 'Asia/Kolkata').values).toHaveLength(6);
  });

  it('taking back sends nothing for the same slots', () => {
    expect(entryBody({ ...draft, toTime: '06:10' }, meter, 'Asia/Kolkata', true).values).toEqual([null, null]);
  });

  it.each([
    ['an end before the beginning', { toTime: '05:00' }, 'values'],
    ['an end between two slots', { toTime: '07:03' }, 'values'],
    ['a time between two slots', { fromTime: '06:02', toTime: '07:02' }, 'from'],
    ['no reason', { note: ' ' }, 'note'],
    ['an amount that is no number', { amount: 'much' }, 'values'],
    ['no date', { fromDate: '' }, 'from'],
    ['an hour that no day has', { fromTime: '24:30' }, 'from'],
  ])('is refused where there is %s', (_, wrong, field) => {
    const { error } = enterReadings.body.safeParse(entryBody({ ...draft, ...wrong }, meter, 'Asia/Kolkata'));
    expect(error?.issues.map(({ path }) => path[0])).toContain(field);
  });
});
