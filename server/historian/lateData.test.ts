import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { UnitMeta } from '../contract/model/units.ts';
import { dateOfDay } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

const meter = { modulus: 10_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 1 };
const tank = { shape: 'vertical_cylinder', diameter: 2, height: 3 } as const;
const tags = ['inlet.volume', 'line.volume', 'line.flow', 'tank.level'] as const;
/** Half a day before and after the night in which the clocks are set back: the first day has 25 hours. */
const SLOTS = 400;

const plant = (): TestPlant =>
  new TestPlant({ timezone: 'Europe/Berlin', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'tank', type: 'stock', subCategoryId: 's', meta: { tank } })
    .addUnit({
      id: 'lost',
      type: 'virtual',
      subCategoryId: 's',
      meta: {
        expression: [
          { unitId: 'inlet', factor: 1 },
          { unitId: 'line', factor: -1 },
        ],
      } as UnitMeta,
    });
const first = plant().calendar.window('2024-10-27').firstSlot + 150;
const series: readonly [string, string][] = [
  ['inlet', 'volume'],
  ['line', 'volume'],
  ['line', 'flow'],
  ['tank', 'level'],
  ['tank', 'volume'],
  ['lost', 'volume'],
];

/** One reading of one tag in one slot; where a slot has two, the later one is the slot's. */
type Entry = { tagId: (typeof tags)[number]; slot: number; second: number; value: number; late: number };

/** Plausible counters and levels with outages, wild readings, resets and rollovers; `late` is null for what comes in time. */
const story = fc
  .record({
    start: fc.integer({ min: 0, max: 9999 }),
    steps: fc.array(
      fc.record({
        step: fc.integer({ min: 0, max: 100 }),
        event: fc.oneof(
          { weight: 30, arbitrary: fc.constant('read' as const) },
          { weight: 6, arbitrary: fc.constantFrom('silent' as const, 'wild' as const, 'reset' as const, 'twice' as const) },
        ),
        late: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 1000 }) }),
      }),
      { minLength: 60, maxLength: SLOTS },
    ),
  })
  .map(({ start, steps }) => {
    const entries: Entry[] = [];
    let [inlet, line] = [start, start / 2];
    for (const [index, { step, event, late }] of steps.entries()) {
      inlet = event === 'reset' ? step : (inlet + step) % meter.modulus;
      line = (line + step / 2) % meter.modulus;
      if (event === 'silent') continue;
      const slot = first + Math.floor((index * SLOTS) / steps.length);
      const add = (tagId: Entry['tagId'], value: number, second = 290, when = late): number =>
        entries.push({ tagId, slot, second, value, late: when });
      add('inlet.volume', event === 'wild' ? 65_535 : inlet);
      add('line.volume', line, 290, step % 3 === 0 ? late : 0);
      add('line.flow', step * 12);
      add('tank.level', step / 30);
      if (event === 'twice') {
        add('inlet.volume', (inlet + 3) % meter.modulus, 60, 500);
        add('tank.level', 1, 60, 500);
      }
    }
    return entries;
  });

const rigAt = (slot: number): ReadingsRig => new ReadingsRig(plant(), slot * SLOT_MS + 5000);
const end = first + SLOTS + 300;

/** Everything in time, slot by slot, straight into history. */
const allInTime = (entries: readonly Entry[]): ReadingsRig => {
  const rig = rigAt(end);
  const history = rig.history();
  const bySlot = Map.groupBy(entries, ({ slot }) => slot);
  for (let slot = first; slot < end; slot += 1) {
    const latest = new Map(
      (bySlot.get(slot) ?? []).toSorted((a, b) => a.second - b.second).map((entry) => [entry.tagId, entry.value]),
    );
    history.acceptSlot(
      slot,
      [...latest].map(([tagId, value]) => ({ seriesId: idOf(rig, tagId), value })),
    );
  }
  history.finish();
  rig.start(tags);
  return rig;
};

const idOf = (rig: ReadingsRig, tagId: string): number => {
  const [unitId = '', param = ''] = tagId.split('.');
  return rig.id(unitId, param);
};

/** What is not late as history, then the late ones through ingest in the order given, in batches with a crash between some. */
const withLate = async (entries: readonly Entry[], late: readonly Entry[]): Promise<ReadingsRig> => {
  const rig = allInTime(entries.filter((entry) => entry.late === 0));
  await rig.ingest.flush();
  for (const [index, { tagId, slot, second, value }] of late.entries()) {
    rig.send(tagId, value, slot * SLOT_MS + second * 1000);
    if (index % 7 === 6) await rig.ingest.flush();
    if (index % 20 === 19) {
      await rig.ingest.flush();
      rig.restart();
    }
  }
  await rig.ingest.flush();
  await rig.ingest.flush();
  return rig;
};

const pictureOf = (rig: ReadingsRig): unknown => ({
  slots: series.map(([unitId, param]) => {
    const { values, quality } = rig.reader.slots(rig.id(unitId, param), first - 288, end);
    return { unitId, param, values: [...values], quality };
  }),
  totals: rig.reader
    .dayTotals(
      series.map(([unitId, param]) => rig.id(unitId, param)),
      0,
      1e5,
    )
    .map(({ revision: _, ...total }) => total),
  events: rig.reader
    .counterEvents([rig.id('inlet', 'volume'), rig.id('line', 'volume')], 0, 1e9)
    .map(({ note: _, ...event }) => event),
});

describe('late data', () => {
  it('gives the numbers it would have given in time, in whatever order it comes, through restarts, over a day of 25 hours', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (entries) => {
        const late = entries.filter((entry) => entry.late > 0);
        const rigs = [
          allInTime(entries),
          await withLate(entries, late),
          await withLate(
            entries,
            late.toSorted((a, b) => a.late - b.late || a.second - b.second),
          ),
        ];
        try {
          const [expected, ...others] = rigs.map(pictureOf);
          for (const other of others) expect(other).toEqual(expected);
        } finally {
          for (const rig of rigs) await rig.close();
        }
      }),
      { numRuns: 12 },
    );
  });

  it('leaves nothing to a recompute, which changes no bit and no revision', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (entries) => {
        const rig = await withLate(
          entries,
          entries.filter((entry) => entry.late > 0),
        );
        try {
          const before = pictureOf(rig);
          const revisions = rig.connection.sqlite
            .prepare('select series_id, day, revision from day_total order by 1, 2')
            .raw()
            .all();
          for (let day = Math.floor(first / 288) - 1; day <= Math.floor(end / 288); day += 1)
            expect(await rig.ingest.recompute('DEMO', dateOfDay(day))).toEqual([]);
          expect(pictureOf(rig)).toEqual(before);
          expect(
            rig.connection.sqlite.prepare('select series_id, day, revision from day_total order by 1, 2').raw().all(),
          ).toEqual(revisions);
        } finally {
          await rig.close();
        }
      }),
      { numRuns: 8 },
    );
  });

  it("keeps the counter's identity: day sums add up to what the accepted readings say", async () => {
    await fc.assert(
      fc.asyncProperty(story, async (entries) => {
        const rig = allInTime(entries);
        try {
          const id = rig.id('line', 'volume');
          const totals = rig.reader.dayTotals([id], 0, 1e5);
          const sum = totals.reduce((all, day) => all + Math.round((day.sum ?? 0) * 1000), 0);
          const { values, quality } = rig.reader.slots(id, first, end);
          expect(
            values.reduce((all, value, index) => all + ('MX'.includes(quality[index] ?? 'M') ? 0 : Math.round(value * 1000)), 0),
          ).toBe(sum);
          const events = rig.reader.counterEvents([id], 0, 1e9);
          if (events.every(({ kind }) => kind === 'rollover')) {
            const readings = entries.filter(({ tagId }) => tagId === 'line.volume');
            const counts = (readings.at(-1)?.value ?? 0) - (readings[0]?.value ?? 0) + meter.modulus * events.length;
            expect(sum).toBe(Math.round(counts * 1_000_000));
          }
        } finally {
          await rig.close();
        }
      }),
      { numRuns: 15 },
    );
  });

  it('may come while slots are being settled, between any two series', async () => {
    const rig = rigAt(first);
    rig.start(tags);
    try {
      for (const index of [0, 1, 2])
        await rig.slot(first + index, { 'inlet.volume': 10 * index, 'line.volume': 4 * index, 'tank.level': 1 });
      rig.clock.set((first + 3) * SLOT_MS + 290_000);
      for (const [tagId, value] of [
        ['inlet.volume', 30],
        ['line.volume', 12],
        ['tank.level', 1.5],
      ] as const)
        rig.send(tagId, value);
      rig.clock.set((first + 4) * SLOT_MS + 3000);
      const more: [string, number, number][] = [
        ['line.volume', 13, (first + 3) * SLOT_MS + 295_000],
        ['inlet.volume', 9, (first + 1) * SLOT_MS + 295_000],
        ['tank.level', 2, (first + 3) * SLOT_MS + 299_000],
        ['inlet.volume', 31, rig.clock.now()],
      ];
      // each look at the time takes longer than a turn may, so that there is a rest after each series
      let lookMs = rig.clock.monotonicMs();
      vi.spyOn(rig.clock, 'monotonicMs').mockImplementation(() => (lookMs += 7));
      let isStored = false;
      const stored = rig.ingest.flush().then(() => {
        isStored = true;
      });
      for (const one of more) {
        await nextTurn();
        rig.send(...one);
      }
      expect(isStored).toBe(false);
      await stored;
      await rig.ingest.flush();
      const shown = (unitId: string, param: string): string => {
        const { values, quality } = rig.reader.slots(rig.id(unitId, param), first + 1, first + 5);
        return `${quality} ${[...values].map((value) => Math.round(value))}`;
      };
      expect(shown('inlet', 'volume')).toBe('GGGG 9000,11000,10000,1000');
      expect(shown('line', 'volume')).toBe('GGGM 4000,4000,5000,0');
      expect(shown('lost', 'volume')).toBe('GGGM 5000,7000,5000,0');
      expect(shown('tank', 'volume')).toBe('GGGM 3142,3142,6283,0');
      expect(await rig.ingest.recompute('DEMO', '2024-10-27')).toEqual([]);
    } finally {
      await rig.close();
    }
  });

  it('of a gauge counts only where nothing came in time, and as a mean in any order', async () => {
    const rig = rigAt(first);
    rig.start(tags);
    try {
      await rig.slot(first, { 'line.flow': 10 });
      await rig.slot(first + 1, {});
      const late: [number, number][] = [
        [0, 99],
        [1, 0.1],
        [1, 0.2],
        [1, 0.7],
      ];
      for (const [index, value] of late) {
        rig.send('line.flow', value, (first + index) * SLOT_MS + 1000);
        await rig.ingest.flush();
      }
      const { values, quality } = rig.reader.slots(rig.id('line', 'flow'), first, first + 2);
      const mean = Math.fround([0.7, 0.1, 0.2].reduce((sum, value) => sum + Math.fround(value), 0) / 3);
      expect([[...values], quality]).toEqual([[10, mean], 'GG']);
    } finally {
      await rig.close();
    }
  });
});
