import { describe, expect, it } from 'vitest';
import { directory, RAISED, record } from '../../test/shownAlarm.ts';
import { offsetTime, toNotification } from './answers.ts';

describe('a notification', () => {
  it('has every documented field', () => {
    expect(toNotification(record({ ackedAtMs: 5, resolvedAtMs: 6, clearedAtMs: 7 }), directory, 'Asia/Kolkata')).toEqual({
      id: 'a',
      unitId: 'u1',
      title: 'Title',
      body: 'Body',
      date: '09/03/2026',
      time: '11:35 AM',
      subTitle: 'Unit one',
      subCategoryId: 's',
      date_key: '9_3_2026',
      type: 'flow_rate',
      alertType: 'flow_rate_alert',
      isRead: true,
      standardCategoryId: 'std',
      categoryId: 'c',
      assignees: ['ravi'],
      meta: { alertType: 'flow_rate', value: 1.235, threshold: 1 },
      resolved: true,
      action: 'Act',
      priority: 2,
      active: false,
      count: 2,
    });
  });

  it('that nobody looked at is neither read nor resolved, and active; of a unit that is gone it has the name of then', () => {
    expect(toNotification(record({ unitId: 'gone' }), directory, 'UTC')).toMatchObject({
      isRead: false,
      resolved: false,
      active: true,
      subTitle: 'Line',
      subCategoryId: '',
      standardCategoryId: '',
      categoryId: '',
    });
    expect(toNotification(record({ unitId: 'gone', meta: {} }), directory, 'UTC').subTitle).toBe('');
  });

  it.each([
    [0, '12:00 AM'],
    [5, '12:05 AM'],
    [60, '01:00 AM'],
    [11 * 60 + 59, '11:59 AM'],
    [12 * 60, '12:00 PM'],
    [13 * 60 + 7, '01:07 PM'],
    [23 * 60 + 59, '11:59 PM'],
  ])('raised %d minutes after midnight is of %s', (minute, time) => {
    expect(toNotification(record({ raisedAtMs: Date.UTC(2026, 0, 5) + minute * 60_000 }), directory, 'UTC').time).toBe(time);
  });
});

it.each([
  ['Asia/Kolkata', '2026-03-10T11:35:00.000+05:30'],
  ['America/St_Johns', '2026-03-10T03:35:00.000-02:30'],
  ['UTC', '2026-03-10T06:05:00.000+00:00'],
  ['America/New_York', '2026-03-10T02:05:00.000-04:00'],
])('a time in %s has its offset: %s', (zone, text) => {
  expect(offsetTime(RAISED, zone)).toBe(text);
});
