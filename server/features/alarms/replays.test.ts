import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { factsOf } from '../../plantModel/facts.ts';
import { AlertRig, feed, settingsWith, slotAt } from '../../test/alertRig.ts';
import { readPlantRows, readRecording } from '../../test/recordings.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { prepareRules } from './rules/prepareRules.ts';
import { DaySums, ReadingView } from './rules/readingView.ts';

/** Top levels of the seven tanks, m. */
const tanks = { T1: 6.5, T2: 5.9, T3: 6.75, T4: 4.7, T5: 4.5, T6: 5.5, T7: 5 } as const;

describe('the recorded plant, with limits on everything', () => {
  it('raises what its list of events says, and nothing else', { timeout: 120_000 }, async () => {
    const meter = { modulus: 10_000_000, basePerCount: 1000, maxPerHour: 1500, backDeadband: 0.3 };
    const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
    for (const id of ['intake', 'use'])
      plant.addUnit({
        id,
        name: id,
        type: 'flow',
        subCategoryId: 's',
        meta: {
          meter,
          flowHigh: 1400,
          unitThreshold: 20_000,
          monthlyThreshold: 600_000,
          alertEnabled: { daily_threshold: true, monthly_threshold: true },
        },
        feeds: [feed(id, 'volume'), feed(id, 'flow')],
      });
    for (const [id, height] of Object.entries(tanks))
      plant.addUnit({
        id,
        name: id,
        type: 'level',
        subCategoryId: 's',
        meta: {
          tank: { shape: 'vertical_cylinder', diameter: 10, height },
          highThreshold: height + 0.3,
          lowThreshold: -0.1,
          alertEnabled: { level_exceed: true },
        },
        feeds: [feed(id, 'level')],
      });
    const rows = readPlantRows();
    const rig = new AlertRig(plant, (rows[0]?.fromMs ?? 0) - 60_000, {
      gatewayOf: () => ({ id: 'gw', name: 'plant', slaveId: 1 }),
    });
    onTestFinished(() => rig.close());
    rig.start(['intake.volume', 'intake.flow', 'use.volume', 'use.flow', ...Object.keys(tanks).map((id) => `${id}.level`)]);
    for (const { fromMs, values } of rows) {
      const counter = (name: string): number | null =>
        values[name] === undefined ? null : Math.round((values[name] ?? 0) * 10) / 10;
      const levels = Object.keys(tanks).map((id) => [`${id}.level`, values[`LT_${id}_m`] ?? null]);
      await rig.slot(fromMs / SLOT_MS, {
        'intake.volume': counter('FT101_total_m3'),
        'intake.flow': values.FT101_flow_m3h ?? null,
        'use.volume': counter('FT501_total_m3'),
        'use.flow': values.FT501_flow_m3h ?? null,
        ...Object.fromEntries(levels),
      });
    }
    const alarms = rig.all().filter(({ insight }) => !insight);
    expect(rig.inWords().filter((text) => !text.includes('insight'))).toEqual([
      '2014-01-11T03:15 device_status plant: 9 units offline',
      // the meter was replaced at midnight
      '2014-01-16T00:05 device_status use: counter began anew',
      '2014-01-18T14:00 device_status T3 stuck',
      // the month's limit is truly passed, by the intake alone
      ...rig.inWords().filter((text) => /monthly limit/.test(text) && !text.includes('insight')),
    ]);
    expect(alarms.filter(({ category }) => category === 'monthly_threshold').length).toBeLessThanOrEqual(2);
    const gap = alarms[0];
    expect(new Date(gap?.clearedAtMs ?? 0).toISOString().slice(0, 16)).toBe('2014-01-11T05:25');
    expect(alarms.every(({ clearedAtMs }) => clearedAtMs !== null)).toBe(true);
    expect(rig.readings.log).toEqual([]);
  });
});

describe('the recorded flat', () => {
  const litres = readRecording('domestic_5min').map(({ total_L }) => Number(total_L));
  const fromSlot = slotAt('2019-06-01T00:00:00Z');

  /** Slots at whose end stable flow was found, with a drip from some slot on. */
  const found = (days: number, drip?: { fromSlot: number; litresPerSlot: number }): number[] => {
    const plant = new TestPlant({ timezone: 'Europe/Rome', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']).addUnit({
      id: 'flat',
      type: 'flow',
      subCategoryId: 's',
      meta: { alertEnabled: { stable_flow: true }, alertParams: { stable_flow: { quietFrom: 'always', qMinM3h: 0.006 } } },
    });
    const values = litres
      .slice(0, days * 288)
      .map((value, at) => value + (drip && fromSlot + at >= drip.fromSlot ? drip.litresPerSlot : 0));
    plant.reader.write(plant.seriesId('flat', 'volume'), fromSlot, values, 'G');
    const [ready] = prepareRules(plant.units('DEMO'), settingsWith(), factsOf(undefined)).filter(
      ({ rule }) => rule.category === 'stable_flow',
    );
    const day = (seriesId: number, at: number) => {
      const { firstSlot, slots } = plant.calendar.windowOfDay(at);
      const run = plant.reader.slots(seriesId, firstSlot, firstSlot + slots);
      return { firstSlot, values: run.values, quality: Buffer.from(run.quality, 'latin1') };
    };
    const kept = new Map<number, ReturnType<typeof day>>();
    const source = {
      slots: plant.reader.slots.bind(plant.reader),
      dayTotals: plant.reader.dayTotals.bind(plant.reader),
      counterEvents: plant.reader.counterEvents.bind(plant.reader),
      inMemory: (seriesId: number, at: number) => {
        const known = kept.get(at) ?? day(seriesId, at);
        kept.set(at, known);
        return known;
      },
    };
    const sums = new DaySums();
    const from = drip ? drip.fromSlot - 24 : fromSlot + 24;
    const to = drip ? Math.min(drip.fromSlot + 60, fromSlot + values.length) : fromSlot + values.length;
    const slots: number[] = [];
    for (let slot = from; slot < to; slot += 1) {
      const view = new ReadingView({ source, calendar: plant.calendar, sums }, slot);
      if (ready?.evaluate(view).some(({ isMet }) => isMet)) slots.push(slot);
    }
    return slots;
  };

  it('has no steady flow in 30 days', () => {
    expect(found(30)).toEqual([]);
  });

  it('shows a drip of 0.2 L/min within two and a half hours, at whatever hour it begins', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const begin = fromSlot + 10 * 288 + hour * 12;
      const [first] = found(12, { fromSlot: begin, litresPerSlot: 1 });
      expect(first, `hour ${hour}`).toBeGreaterThanOrEqual(begin);
      expect(((first ?? 0) + 1 - begin) * 5, `hour ${hour}`).toBeLessThanOrEqual(150);
    }
  });
});
