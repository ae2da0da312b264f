import { expect, it } from 'vitest';
import { ShiftCalendar } from '../../../core/shift.ts';
import { settingsWith, slotAt } from '../../../test/alertRig.ts';
import type { RuleFinding } from '../rules/model.ts';
import { alarmOf } from './alarmOf.ts';

const calendar = new ShiftCalendar([{ validFrom: '2000-01-01', timezone: 'UTC', startAt: '06:00:00' }]);
const parts = { industryId: 'DEMO', settings: settingsWith(), calendar };
const slot = slotAt('2026-03-10T05:50:00Z');
const finding: RuleFinding = {
  param: 'flow',
  direction: 'high',
  period: '',
  isMet: true,
  isOver: false,
  value: 0.1 + 0.2,
  threshold: 0.3,
  text: 'flowHigh',
  facts: { unit: 'Line', v: 12, thr: 10, min: 10 },
};
const of = (more: Partial<RuleFinding> = {}, unitId = 'line', at = slot) =>
  alarmOf(parts, { key: 'k', unitId, category: 'flow_rate', finding: { ...finding, ...more }, slot: at });

it('an alarm begins at the end of the slot that was found, on the shift day of that moment', () => {
  expect(of()).toMatchObject({ raisedAtMs: Date.parse('2026-03-10T05:55:00Z'), date: '2026-03-09', late: false });
  expect(of({}, 'line', slot + 1)).toMatchObject({ raisedAtMs: Date.parse('2026-03-10T06:00:00Z'), date: '2026-03-10' });
  expect(of({ atSlot: slot - 6 })).toMatchObject({ raisedAtMs: Date.parse('2026-03-10T05:25:00Z') });
});

it('an alarm has the priority of its category unless it has its own, and is an insight where it says so', () => {
  const { priority } = parts.settings.categories.flow_rate;
  const own = priority === 1 ? 2 : 1;
  expect(of()).toMatchObject({ priority, insight: false, category: 'flow_rate', alertType: 'flow_rate_alert', key: 'k' });
  expect(of({ priority: own, insight: true })).toMatchObject({ priority: own, insight: true });
});

it('an alarm keeps its facts, text and code, and has no code where it has none', () => {
  expect(of({ code: 4 }).meta).toEqual({ unit: 'Line', v: 12, thr: 10, min: 10, text: 'flowHigh', code: 4 });
  expect(of().meta).toEqual({ unit: 'Line', v: 12, thr: 10, min: 10, text: 'flowHigh' });
  expect(of()).toMatchObject({ industryId: 'DEMO', param: 'flow', value: 0.3, threshold: 0.3, title: 'Line flow high' });
});

it('an alarm of a node belongs to the meter that represents it, or to no unit where none does, as one of a gateway', () => {
  expect(of().unitId).toBe('line');
  expect(of({ facts: { unit: 'Header', meterUnitId: 'main' } }, 'node:header').unitId).toBe('main');
  expect(of({ facts: { unit: 'Header' } }, 'node:header').unitId).toBe('');
  expect(of({}, 'gateway:g1').unitId).toBe('');
});

it('an alarm of a sum says up to when it counts, on the wall of the plant: it stands until its day, month or year is over', () => {
  const kolkata = new ShiftCalendar([{ validFrom: '2000-01-01', timezone: 'Asia/Kolkata', startAt: '06:00:00' }]);
  const sum = { unit: 'Line', v: 80, u: 'KL', since: '1 Mar', thr: 100, pct: 80, proj: 240 };
  const bodyOf = (text: string, period: string) => {
    const found = { key: 'k', unitId: 'line', category: 'monthly_threshold', slot } as const;
    const { body, meta } = alarmOf(
      { ...parts, calendar: kolkata },
      { ...found, finding: { ...finding, period, text, facts: sum, atSlot: slot - 12 } },
    );
    return [meta.asOf, body];
  };
  expect(bodyOf('monthNear', '2026-03')).toEqual([
    '10/03/2026 11:25',
    'As of 10/03/2026 11:25: 80 KL since 1 Mar, 80 % of 100 KL; at this rate 240 KL by month end.',
  ]);
  expect(bodyOf('dayLimit', '2026-03-10')).toEqual(['11:25', 'As of 11:25: 80 KL used since 1 Mar, limit 100 KL (80 %).']);
  expect(bodyOf('wellYearNear', '2025-6')[0]).toBe('10/03/2026 11:25');
});
