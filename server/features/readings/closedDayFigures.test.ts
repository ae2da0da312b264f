import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { CooperativeScheduler } from '../../core/cooperativeScheduler.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { Writer } from '../../db/writer.ts';
import { sourceFor } from '../../historian/index.ts';
import { SlotReader } from '../../historian/read/slotReader.ts';
import { DamageList } from '../../historian/store/damage.ts';
import { DayTree, keepDayHashes } from '../../historian/store/dayTreeStore.ts';
import { FigureStore } from '../../historian/store/figureStore.ts';
import { ReadingStore } from '../../historian/store/readingStore.ts';
import { WorkedOutDays } from '../../historian/store/workedOutStore.ts';
import { quietLog, ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';
import { ClosedDayFigures } from './closedDayFigures.ts';
import { pumpRunByDay } from './format/borewell.ts';
import { demandsByDay } from './format/energy.ts';
import { sumsOfDays } from './format/sumsTogether.ts';
import { nightFlowsM3h, nightOf } from './nightFlow.ts';
import { paramDay, quartersOutOfDay } from './qualityHistory.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const HOURS = 2;
/** Slots before them in which the inlet alone is read, so that half of the night is measured. */
const EARLIER = 14;

/** A day that has just closed, with two hours of readings at its end, from 04:00 to 06:00. */
const closed = async () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addCategory('QUALITY_CATEGORY', ['q'])
    .addCategory('ENERGY_CATEGORY', ['e'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'well', type: 'borewell', subCategoryId: 's', meta: { meter, well: { piezometer: false, ratedFlowM3h: 12 } } })
    .addUnit({
      id: 'lab',
      type: 'quality',
      subCategoryId: 'q',
      meta: { params: { tds: { name: 'TDS', unit: 'mg/L', lt: 0, ht: 500 } }, flowUnitId: 'inlet' },
    })
    .addUnit({ id: 'mains', type: 'energy', subCategoryId: 'e', meta: { meter, flowUnitId: 'inlet' } });
  const day = plant.calendar.dayOfSlot(plant.calendar.window('2024-05-06').firstSlot);
  const { firstSlot, slots } = plant.calendar.windowOfDay(day);
  const end = firstSlot + slots;
  const count = HOURS * 12;
  const rig = new ReadingsRig(plant, (end - count - EARLIER) * SLOT_MS);
  onTestFinished(() => rig.close());
  rig.start(['inlet.volume', 'well.volume', 'lab.tds', 'mains.apparent', 'mains.energy']);
  for (let at = -EARLIER; at < 0; at += 1) await rig.slot(end - count + at, { 'inlet.volume': 100 + 2 * at });
  for (let at = 0; at < count; at += 1)
    await rig.slot(end - count + at, {
      'inlet.volume': 100 + at + at ** 2 / 50,
      'well.volume': 100 + Math.max(0, at - 10),
      'lab.tds': 400 + 10 * at,
      'mains.apparent': 100 + at ** 2,
      'mains.energy': 100 + at ** 2 / 2,
    });
  rig.clock.set(end * SLOT_MS + 61_000);
  await rig.ingest.flush();
  const { sqlite } = rig.connection;
  const openRows = sqlite.prepare('select count(*) from reading_open where slot < ?').pluck();
  while (openRows.get(end) !== 0) await new Promise((resolve) => setImmediate(resolve));
  const hashDays = () => keepDayHashes(new DayTree(sqlite), new Writer(sqlite), 100);
  const damage = new DamageList();
  const store = new FigureStore({ path: join(rig.folder, 'figures.db'), database: rig.path, log: quietLog(rig.log) });
  onTestFinished(() => store.stop());
  /** As one that reads the database and, where they are given, the figures. */
  const reading = (figures?: WorkedOutDays) => {
    const parts = { store: new ReadingStore(rig.readonly.sqlite, damage), units: plant, clock: rig.clock };
    const reader = new SlotReader(figures ? { ...parts, figures } : parts);
    return { directory: plant, reader, calendars: { of: () => plant.calendar }, clock: rig.clock };
  };
  const workedOut = () => new WorkedOutDays({ sqlite: rig.readonly.sqlite, store, damage });
  const background = () => {
    const parts = reading(workedOut());
    const slots = vi.spyOn(parts.reader, 'slots');
    const days = new ClosedDayFigures({ ...parts, bus: rig.bus, log: quietLog(rig.log) });
    onTestFinished(() => days.stop());
    const work = (): number => {
      slots.mockClear();
      while (days.step());
      return slots.mock.calls.length;
    };
    return { days, work, slots };
  };
  /** What a later question is answered, and from how many looks at slots. */
  const answers = (figures?: WorkedOutDays) => {
    const parts = reading(figures);
    const slots = vi.spyOn(parts.reader, 'slots');
    const source = sourceFor(parts, new CooperativeScheduler(), 'DEMO', new AbortController().signal);
    const unit = (id: string) => plant.units('DEMO').find((one) => one.id === id) as ReturnType<typeof plant.units>[number];
    const [lab, well] = [unit('lab'), unit('well')];
    const tds = rig.seriesOf('lab', 'tds');
    const said = {
      night: nightFlowsM3h(rig.seriesOf('inlet', 'volume'), [nightOf(plant.calendar, day)], source),
      quarters: quartersOutOfDay(lab, tds, day, source),
      kept: paramDay(lab, tds, day, source),
      demand: demandsByDay(rig.seriesOf('mains', 'apparent'), day, day, source)(day),
      both: ['apparent', 'volume'].map((param) =>
        sumsOfDays(
          [rig.seriesOf('mains', 'energy'), rig.seriesOf(param === 'volume' ? 'inlet' : 'mains', param)],
          { fromDay: day, toDay: day },
          source,
        ),
      ),
      pump: pumpRunByDay(well, rig.seriesOf('well', 'volume'), source, { fromDay: day, toDay: day })(day),
    };
    return { said, looks: slots.mock.calls.length };
  };
  return { plant, rig, end, day, damage, hashDays, background, answers, kept: () => answers(workedOut()) };
};

describe('what later questions need of a day', () => {
  it('is worked out and kept when it has closed, and they are answered the same without a look at its slots', async () => {
    const { hashDays, background, answers, kept } = await closed();
    hashDays();
    background().work();
    const { said, looks } = answers();
    expect(looks).toBeGreaterThan(0);
    expect(said).toEqual({
      night: [expect.closeTo(14.88, 6)],
      quarters: { evaluated: 8, out: 4 },
      kept: expect.objectContaining({ max: 630, minutesOut: 60 }),
      demand: [expect.any(Number), expect.any(Number)],
      // of both meters' energy, then of energy and water
      both: [
        [264_500, 529_000],
        [264_500, 33_580],
      ],
      pump: 13,
    });
    expect(kept()).toEqual({ said, looks: 0 });
  });

  type Case = Awaited<ReturnType<typeof closed>>;
  const lab = ({ plant }: Case) => plant.unit('DEMO', 'lab')?.meta;
  const changes: [string, (one: Case) => unknown, string][] = [
    [
      'a reading of it was revised',
      async ({ rig, end, hashDays }) => {
        rig.send('inlet.volume', 115.2, (end - 11) * SLOT_MS - 5000);
        rig.send('mains.apparent', 700, end * SLOT_MS - 5000);
        rig.send('well.volume', 113, (end - 1) * SLOT_MS - 5000);
        for (const ago of [25, 24]) rig.send('lab.tds', 800, (end - ago) * SLOT_MS - 5000);
        await rig.ingest.flush();
        hashDays();
      },
      'night quarters kept demand both pump',
    ],
    ['a limit changed', (one) => Object.assign(lab(one)?.params?.tds ?? {}, { ht: 450 }), 'quarters kept'],
    [
      'the least flow past an analyser changed',
      ({ plant }) => Object.assign(plant.unit('DEMO', 'inlet')?.meta ?? {}, { minimumFlowM3h: 20 }),
      'quarters kept',
    ],
    ['another meter is the one of an analyser', (one) => Object.assign(lab(one) ?? {}, { flowUnitId: 'well' }), 'quarters kept'],
    [
      'the rated flow of a pump changed',
      ({ plant }) => Object.assign(plant.unit('DEMO', 'well')?.meta ?? {}, { well: { piezometer: false, ratedFlowM3h: 2000 } }),
      'pump',
    ],
  ];
  it.each(changes)('is worked out anew after %s', async (_, change, which) => {
    const one = await closed();
    one.hashDays();
    const { work } = one.background();
    work();
    const before = one.kept().said;
    await change(one);
    expect(work()).toBeGreaterThan(0);
    const { said } = one.answers();
    const changed = (Object.keys(said) as (keyof typeof said)[]).filter((key) => !isDeepStrictEqual(said[key], before[key]));
    expect(changed.join(' ')).toBe(which);
    expect(one.kept()).toEqual({ said, looks: 0 });
    expect(work()).toBe(0);
  });

  it('is looked up after a start, and not worked out again', async () => {
    const { hashDays, background } = await closed();
    hashDays();
    expect(background().work()).toBeGreaterThan(0);
    expect(background().work()).toBe(0);
  });

  it('waits for the hash of the day', async () => {
    const { hashDays, background } = await closed();
    const { work } = background();
    expect(work()).toBe(0);
    hashDays();
    expect(work()).toBeGreaterThan(0);
  });

  it('is not kept of a day with damage, nor tried again and again', async () => {
    const { hashDays, damage, day, background, kept } = await closed();
    hashDays();
    damage.add({ seriesId: 1, day, part: 'slots', reason: 'hash' });
    const { work } = background();
    expect(work()).toBeGreaterThan(0);
    expect(work()).toBe(0);
    expect(kept().looks).toBeGreaterThan(0);
  });

  it('is worked out a while after the day has closed, and not once it was stopped', async () => {
    const { rig, hashDays, background } = await closed();
    const { days, slots } = background();
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    days.start();
    vi.advanceTimersByTime(200_000);
    expect(slots).not.toHaveBeenCalled();
    hashDays();
    rig.bus.emit('dayClosed', { industryId: 'DEMO', date: '2024-05-06' });
    vi.advanceTimersByTime(60_000);
    expect(slots).not.toHaveBeenCalled();
    vi.advanceTimersByTime(60_000);
    expect(slots).toHaveBeenCalled();
    expect(vi.getTimerCount()).toBe(0);
    rig.bus.emit('dayRevised', { industryId: 'DEMO', date: '2024-05-06', seriesIds: [] });
    expect(vi.getTimerCount()).toBe(1);
    days.stop();
    rig.bus.emit('dayClosed', { industryId: 'DEMO', date: '2024-05-07' });
    expect(vi.getTimerCount()).toBe(0);
  });
});
