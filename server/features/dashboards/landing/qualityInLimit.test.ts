import { describe, expect, it } from 'vitest';
import { ManualClock } from '../../../core/clock.ts';
import { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { dayNumber } from '../../../core/shift.ts';
import { asOf, sourceFor } from '../../../historian/read/readContext.ts';
import { TestPlant } from '../../../test/testPlant.ts';
import { QualityInLimit } from './qualityInLimit.ts';

const HALF = 144;
const day = dayNumber('2026-06-19');

describe('quarter hours within their limits', () => {
  it('count a day that is compared with a running one as far as that has come, and whole beside it', async () => {
    const plant = new TestPlant().addCategory('QUALITY_CATEGORY', ['q']);
    plant.addUnit({
      id: 'out',
      type: 'quality',
      subCategoryId: 'q',
      meta: { params: { ph: { name: 'pH', unit: '', lt: 6, ht: 9 } } },
    });
    plant.write('out', 'ph', '2026-06-19', 0, [...Array(HALF).fill(7), ...Array(HALF).fill(10)]);
    const clock = new ManualClock(plant.calendar.windowOfDay(day + 1).fromMs + 60_000);
    const parts = { directory: plant, reader: plant.reader, calendars: { of: () => plant.calendar }, clock };
    const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
    const { firstSlot } = plant.calendar.windowOfDay(day);
    const quality = new QualityInLimit(plant);
    const whole = () => quality.over('DEMO', day, day, source);
    const half = () => quality.over('DEMO', day, day, asOf(source, firstSlot + HALF));

    expect(await half()).toEqual({ evaluated: 48, out: 0 });
    expect(await whole()).toEqual({ evaluated: 96, out: 48 });
    expect(await half()).toEqual({ evaluated: 48, out: 0 });
    plant.write('out', 'ph', '2026-06-19', 0, Array(6).fill(10));
    expect(await half()).toEqual({ evaluated: 48, out: 2 });
    expect(await whole()).toEqual({ evaluated: 96, out: 50 });
  });
});
