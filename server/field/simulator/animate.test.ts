import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import { ManualClock } from '../../core/clock.ts';
import { loadTemplates } from '../templates.ts';
import { animate } from './animate.ts';
import { SimulatedDevice, tagsOfTemplate } from './device.ts';

const templates = loadTemplates(join(import.meta.dirname, '../../../resources/devices'));
const clock = new ManualClock(Date.UTC(2026, 0, 1));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** An hour passes between two ticks. */
const passHour = () => {
  clock.advance(3_600_000);
  vi.advanceTimersByTime(1000);
};

describe('a moving device', () => {
  it.each(templates.map((template) => [template.id, template] as const))(
    '%s keeps its gauges near their typical value and its counters growing',
    (_, template) => {
      const device = new SimulatedDevice({ slaveId: 1, tags: tagsOfTemplate(template) }, clock);
      const stop = animate(device, template, clock);
      for (const hour of [1, 2, 3]) {
        passHour();
        for (const { name, kind, typical, typicalPerHour = 0, decode } of template.tags) {
          const value = device.get(name);
          if (typeof typical !== 'number') continue;
          const expected = kind === 'counter' ? typical + hour * typicalPerHour : typical;
          const swing = kind === 'gauge' ? 0.0201 * Math.abs(typical) : 1e-6 * expected;
          expect(Math.abs(Number(value) - expected), name).toBeLessThanOrEqual(swing + Math.abs(decode.scale));
        }
      }
      stop();
    },
  );

  it('stands still once stopped', () => {
    const template = templates.find(({ id }) => id === 'headworks-flow-meter') as DeviceTemplate;
    const device = new SimulatedDevice({ slaveId: 1, tags: tagsOfTemplate(template) }, clock);
    const stop = animate(device, template, clock);
    passHour();
    expect(device.get('Total')).not.toBe(120000);
    stop();
    const before = device.get('Total');
    passHour();
    expect(device.get('Total')).toBe(before);
  });
});
