import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../../core/slots.ts';
import { ReadingsRig } from '../../test/readingsRig.ts';
import { TestPlant } from '../../test/testPlant.ts';

const meter = { modulus: 1_000_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };
const tags = ['inlet.volume', 'inlet.flow'];

const plantIn = (timezone: string): TestPlant =>
  new TestPlant({ timezone, startAt: '06:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } });

/** Ingest that has read two hours up to the end of a shift day: a count a slot, but for the last `silent` slots. */
const atDayEnd = async (date = '2024-05-06', { timezone = 'UTC', silent = 0 } = {}) => {
  const plant = plantIn(timezone);
  const { firstSlot, slots } = plant.calendar.window(date);
  const end = firstSlot + slots;
  const rig = new ReadingsRig(plant, (end - 24) * SLOT_MS);
  onTestFinished(() => rig.close());
  const events: string[] = [];
  rig.bus.on('test', 'dayClosed', (event) => events.push(`closed ${event.date}`));
  rig.bus.on('test', 'dayRevised', (event) => events.push(`revised ${event.date} ${event.seriesIds}`));
  rig.start(tags);
  for (let index = 0; index < 24 - silent; index += 1)
    await rig.slot(end - 24 + index, { 'inlet.volume': 100 + index, 'inlet.flow': index });
  return { rig, events, end, day: plant.calendar.dayOfSlot(end - 1), volume: rig.id('inlet', 'volume') };
};

type Closing = Awaited<ReturnType<typeof atDayEnd>>;
const closeDay = async ({ rig, end }: Closing, afterMs = 61_000): Promise<void> => {
  rig.clock.set(end * SLOT_MS + afterMs);
  await rig.ingest.flush();
};
const openRowsBefore = ({ rig, end }: Closing): number =>
  rig.connection.sqlite.prepare('select count(*) from reading_open where slot < ?').pluck().get(end) as number;
const untilDropped = async (closing: Closing): Promise<void> => {
  while (openRowsBefore(closing) > 0) await new Promise((resolve) => setImmediate(resolve));
};

describe('a shift day that is over', () => {
  it('is packed a minute later, once, with its totals; then its open rows go', async () => {
    const closing = await atDayEnd();
    const { rig, events, end, day, volume } = closing;
    const before = rig.reader.slots(volume, end - 288, end);
    await closeDay(closing, 50_000);
    expect(events).toEqual([]);
    await closeDay(closing);
    await rig.ingest.flush();
    expect(events).toEqual(['closed 2024-05-06']);
    await untilDropped(closing);
    expect(rig.reader.slots(volume, end - 288, end)).toEqual(before);
    expect(rig.reader.dayTotals([volume], day, day)).toEqual([
      {
        seriesId: volume,
        day,
        revision: 1,
        sum: 23_000,
        min: 1000,
        max: 1000,
        avg: 1000,
        last: 1000,
        expected: 288,
        complete: 23,
        estimated: 0,
        counterOpen: null,
        counterClose: 123,
      },
    ]);
    expect(rig.reader.dayTotals([rig.id('inlet', 'flow')], day, day)).toMatchObject([
      { sum: null, avg: 11.5, last: 23, complete: 24, counterClose: null },
    ]);
  });

  it('opens the next one with the reading it closed with', async () => {
    const closing = await atDayEnd();
    const { rig, end, day, volume } = closing;
    await rig.slot(end, { 'inlet.volume': 125 });
    await closeDay(closing, 400_000);
    expect(rig.reader.dayTotals([volume], day, day + 1)).toMatchObject([
      { revision: 1, counterClose: 123 },
      { revision: 0, sum: 2000, expected: 1, complete: 1, counterOpen: 123, counterClose: 125 },
    ]);
  });

  it('gets a revision from data that comes late, and a second one only from data that changes it', async () => {
    const closing = await atDayEnd();
    const { rig, events, end, day, volume } = closing;
    await closeDay(closing);
    const late = (): void => rig.send('inlet.volume', 99, (end - 30) * SLOT_MS + 1000);
    late();
    await rig.ingest.flush();
    expect(rig.reader.dayTotals([volume], day, day)).toMatchObject([{ revision: 2, sum: 24_000 }]);
    expect(rig.reader.slots(volume, end - 30, end - 22)).toMatchObject({ quality: 'MEEEEEEG' });
    late();
    await rig.ingest.flush();
    expect(rig.reader.dayTotals([volume], day, day)).toMatchObject([{ revision: 2 }]);
    expect(events).toEqual(['closed 2024-05-06', `revised 2024-05-06 ${volume}`]);
  });

  it('with a gap at its end is filled by the first reading of the next day', async () => {
    const closing = await atDayEnd('2024-05-06', { silent: 4 });
    const { rig, events, end, day, volume } = closing;
    await closeDay(closing);
    expect(rig.reader.slots(volume, end - 5, end).quality).toBe('GMMMM');
    await rig.slot(end + 1, { 'inlet.volume': 125 });
    expect(rig.reader.slots(volume, end - 5, end + 2)).toMatchObject({
      quality: 'GEEEEEE',
      values: Float64Array.of(1000, 1000, 1000, 1000, 1000, 1000, 1000),
    });
    expect(rig.reader.dayTotals([volume], day, day + 1)).toMatchObject([
      { revision: 2, sum: 23_000, counterClose: 119 },
      { sum: 2000, counterOpen: 119 },
    ]);
    expect(events).toEqual(['closed 2024-05-06', `revised 2024-05-06 ${volume}`]);
  });

  it.each([
    ['2024-03-30', 276],
    ['2024-10-26', 300],
  ])('%s in Berlin keeps its %i slots', async (date, slots) => {
    const closing = await atDayEnd(date, { timezone: 'Europe/Berlin' });
    const { rig, events, end, day, volume } = closing;
    for (let slot = end - slots; slot < end - 24; slot += 1) rig.send('inlet.flow', 7, slot * SLOT_MS + 1000);
    await closeDay(closing);
    await untilDropped(closing);
    expect(events[0]).toBe(`closed ${date}`);
    const flow = rig.id('inlet', 'flow');
    expect(rig.reader.slots(flow, end - slots - 1, end + 1).quality).toBe(`M${'G'.repeat(slots)}M`);
    expect(rig.reader.dayTotals([flow], day, day)).toMatchObject([{ expected: slots, complete: slots }]);
    expect(rig.reader.dayTotals([volume], day, day)).toMatchObject([{ expected: slots, sum: 23_000 }]);
  });

  it('is closed after the restart when nothing ran at its end, as are days before it', async () => {
    const closing = await atDayEnd();
    const { rig, events, end, day, volume } = closing;
    rig.clock.set((end + 3 * 288) * SLOT_MS);
    rig.restart();
    await rig.ingest.flush();
    expect(events).toEqual(['closed 2024-05-06']);
    await untilDropped(closing);
    expect(rig.reader.dayTotals([volume], day - 1, day + 9)).toMatchObject([{ day, revision: 1, sum: 23_000 }]);
    await rig.slot(end + 3 * 288, { 'inlet.volume': 123 + 288 * 3 + 1 });
    const totals = rig.reader.dayTotals([volume], day, day + 3);
    expect(totals.map((total) => total.sum)).toEqual([23_000, 288_000, 288_000, 288_000]);
    expect(rig.reader.dayTotals([volume], day + 4, day + 4)).toMatchObject([{ revision: 0, sum: 1000 }]);
    expect(events.slice(1)).toEqual(['closed 2024-05-09', `revised 2024-05-07 ${volume}`, `revised 2024-05-08 ${volume}`]);
  });

  it('survives a crash in the middle of its closing', async () => {
    const plant = plantIn('UTC');
    for (let index = 0; index < 40; index += 1)
      plant.addUnit({ id: `m${index}`, type: 'flow', subCategoryId: 's', meta: { meter } });
    const units = plant.units('DEMO').map(({ id }) => id);
    const { firstSlot: end } = plant.calendar.window('2024-05-07');
    const rig = new ReadingsRig(plant, (end - 2) * SLOT_MS);
    onTestFinished(() => rig.close());
    const closed: string[] = [];
    rig.bus.on('test', 'dayClosed', ({ date }) => closed.push(date));
    rig.start(units.map((id) => `${id}.volume`));
    for (const index of [0, 1])
      await rig.slot(end - 2 + index, Object.fromEntries(units.map((id) => [`${id}.volume`, 100 + index])));
    const packedSeries = (): unknown => rig.connection.sqlite.prepare('select count(*) from reading_day').pluck().get();

    rig.clock.set(end * SLOT_MS + 61_000);
    const closing = rig.ingest.flush();
    while (packedSeries() === 0) await Promise.resolve();
    expect(packedSeries()).toBeLessThan(units.length);
    rig.restart();
    await closing;
    await rig.ingest.flush();
    expect(packedSeries()).toBe(units.length);
    const ids = units.map((id) => rig.id(id, 'volume'));
    const totals = rig.reader.dayTotals(ids, 0, 1e5);
    expect(totals).toHaveLength(units.length);
    expect(totals.every(({ revision, sum }) => revision === 1 && sum === 1000)).toBe(true);
    expect(closed).toEqual(['2024-05-06']);
  });
});

describe('a change of the shift', () => {
  it('cuts the open day anew, loses nothing, and leaves closed days as they are', async () => {
    const closing = await atDayEnd();
    const { rig, end, day, volume } = closing;
    await closeDay(closing);
    const closed = rig.reader.dayTotals([volume], day, day);
    await rig.slot(end, { 'inlet.volume': 125 });
    const shifts = rig.units.industry('DEMO')?.shifts ?? [];
    const [rule] = shifts;
    if (rule) shifts.push({ ...rule, validFrom: '2024-05-08', startAt: '08:00:00' });
    rig.bind(tags);
    expect(rig.reader.slots(volume, end - 24, end + 1).quality).toBe(`M${'G'.repeat(24)}`);
    // the day before the change is two hours longer
    await rig.slot(end + 288 + 23, { 'inlet.volume': 126 });
    await rig.slot(end + 288 + 24, { 'inlet.volume': 127 });
    rig.clock.set((end + 288 + 24) * SLOT_MS + 400_000);
    await rig.ingest.flush();
    expect(rig.reader.dayTotals([volume], day, day)).toEqual(closed);
    expect(rig.reader.dayTotals([volume], day + 1, day + 2)).toMatchObject([
      { revision: 1, expected: 312, sum: 3000 },
      { revision: 0, sum: 1000, expected: 1 },
    ]);
  });
});
