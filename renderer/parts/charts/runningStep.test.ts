import { describe, expect, it } from 'vitest';
import { runningStep } from './runningStep.ts';

const november = {
  ...{ from: '2026-11-01T00:30:00.000Z', to: '2026-12-01T00:30:00.000Z', label: '01/11/2026 - 30/11/2026' },
  ...{ timezone: 'Asia/Kolkata', shiftStart: '06:00:00', open: true },
};
const days = Array.from({ length: 30 }, (_, at) => `${String(at + 1).padStart(2, '0')}/11/2026`);
const at = (iso: string): number => Date.parse(iso);

describe('the step that still runs', () => {
  it('is the shift day, also after midnight', () => {
    expect(days[runningStep(november, days, at('2026-11-17T12:00:00Z'))]).toBe('17/11/2026');
    expect(days[runningStep(november, days, at('2026-11-18T00:29:59Z'))]).toBe('17/11/2026');
    expect(days[runningStep(november, days, at('2026-11-18T00:30:00Z'))]).toBe('18/11/2026');
  });

  it('is the month of that day', () => {
    const year = { ...november, from: '2026-01-01T00:30:00.000Z', label: '01/01/2026 - 30/11/2026' };
    const months = Array.from({ length: 11 }, (_, month) => `${String(month + 1).padStart(2, '0')}/2026`);
    expect(months[runningStep(year, months, at('2026-11-01T00:00:00Z'))]).toBe('10/2026');
    expect(months[runningStep(year, months, at('2026-11-01T00:30:00Z'))]).toBe('11/2026');
  });

  it('is the hour since the day began', () => {
    const day = { ...november, from: '2026-11-17T00:30:00.000Z', to: '2026-11-18T00:30:00.000Z', label: '17/11/2026' };
    const hours = Array.from({ length: 24 }, (_, hour) => `${String((hour + 6) % 24).padStart(2, '0')}:00`);
    expect(hours[runningStep(day, hours, at('2026-11-17T12:04:00Z'))]).toBe('17:00');
    expect(hours[runningStep(day, hours, at('2026-11-18T00:29:00Z'))]).toBe('05:00');
  });

  it('is the right day where the clocks were put back', () => {
    const october = {
      ...november,
      from: '2026-10-01T04:00:00.000Z',
      to: '2026-11-02T05:00:00.000Z',
      timezone: 'America/New_York',
    };
    const labels = [...Array.from({ length: 31 }, (_, day) => `${String(day + 1).padStart(2, '0')}/10/2026`), '01/11/2026'];
    const window = { ...october, label: '01/10/2026 - 01/11/2026', shiftStart: '00:00:00' };
    expect(labels[runningStep(window, labels, at('2026-11-02T04:30:00Z'))]).toBe('01/11/2026');
  });

  it('is none where the window is over, or does not hold the moment', () => {
    expect(runningStep({ ...november, open: false }, days, at('2026-11-17T12:00:00Z'))).toBe(-1);
    expect(runningStep(november, days, at('2026-12-01T00:30:00Z'))).toBe(-1);
    expect(runningStep(november, days, at('2026-10-31T12:00:00Z'))).toBe(-1);
    expect(runningStep(november, [], at('2026-11-17T12:00:00Z'))).toBe(-1);
    expect(runningStep({ ...november, label: 'this month' }, days, at('2026-11-17T12:00:00Z'))).toBe(-1);
  });
});
