import { describe, expect, it, onTestFinished } from 'vitest';
import { dateOfDay } from '../core/shift.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

const meter = { modulus: 100_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 1 };
const first = 5_900_000;
const SLOTS = 12;
const tags = ['main.volume', 'tower.volume'];

/** A main, a tower behind it, what is left of the main, that of both towers, and the main made of these again: each of the one before. */
const started = () => {
  const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' }).addCategory('SOURCE_CATEGORY', ['s']);
  const of = (id: string, parts: Record<string, number>): void => {
    const expression = Object.entries(parts).map(([unitId, factor]) => ({ unitId, factor }));
    plant.addUnit({ id, type: 'virtual', subCategoryId: 's', meta: { expression } });
  };
  // listed before what they are made of
  of('again', { rest: 1, towers: 0.5 });
  of('towers', { rest: -2, main: 2 });
  of('rest', { main: 1, tower: -1 });
  for (const id of ['main', 'tower']) plant.addUnit({ id, type: 'flow', subCategoryId: 's', meta: { meter } });
  const rig = new ReadingsRig(plant, first * SLOT_MS);
  onTestFinished(() => rig.close());
  rig.start(tags);
  return { rig, calendar: plant.calendar };
};

/** Gives a virtual unit another formula, as it is saved. */
const reform = async (rig: ReadingsRig, id: string, parts: Record<string, number>): Promise<void> => {
  const unit = rig.units.unit('DEMO', id);
  if (!unit) throw new Error(`no ${id}`);
  Object.assign(unit, {
    meta: { ...unit.meta, expression: Object.entries(parts).map(([unitId, factor]) => ({ unitId, factor })) },
  });
  rig.bind(tags);
  await rig.ingest.flush();
};

const shown = (rig: ReadingsRig, id: string) => {
  const { values, quality } = rig.reader.slots(rig.id(id, 'volume'), first, first + SLOTS);
  return { values: [...values].map((value) => Math.round(value)), quality };
};

describe('virtual units of virtual units', () => {
  it('follow their meters through a gap and a restart, whatever order they are listed in', async () => {
    const { rig } = started();
    for (let at = 0; at < SLOTS; at += 1)
      await rig.slot(first + at, { 'main.volume': 5000 + 20 * at, 'tower.volume': at >= 4 && at < 8 ? null : 100 + 7 * at });
    await rig.ingest.flush();
    const check = (): void => {
      const [main, tower, rest, towers, again] = ['main', 'tower', 'rest', 'towers', 'again'].map((id) => shown(rig, id));
      const known = [...Array(SLOTS - 2).keys()].map((at) => at + 1);
      for (const at of known) {
        expect(rest?.values[at], `rest ${at}`).toBe((main?.values[at] ?? 0) - (tower?.values[at] ?? 0));
        expect(towers?.values[at], `towers ${at}`).toBe(2 * (tower?.values[at] ?? 0));
        expect(again?.values[at], `again ${at}`).toBe(main?.values[at]);
      }
      // the worst of the parts, through all that hang on each other
      for (const one of [rest, towers, again]) expect(one?.quality.slice(1, -1)).toBe(tower?.quality.slice(1, -1));
    };
    expect(shown(rig, 'tower').quality).toContain('E');
    check();
    rig.restart();
    await rig.ingest.flush();
    check();
  });

  it('with another formula count the whole running day by it, at once and after a restart, and a day that is over as it was', async () => {
    const { rig, calendar } = started();
    const { firstSlot, slots } = calendar.windowOfDay(calendar.dayOfSlot(first));
    const end = firstSlot + slots;
    const read = (slot: number): Promise<void> => rig.slot(slot, { 'main.volume': 5000 + 20 * (slot - end), 'tower.volume': 7 });
    for (let slot = end - 4; slot < end + 4; slot += 1) await read(slot);
    const litres = (id: string, from: number, count: number): number[] => [
      ...rig.reader.slots(rig.id(id, 'volume'), from, from + count).values,
    ];
    expect(litres('rest', end - 3, 6)).toEqual(Array(6).fill(20_000));
    await reform(rig, 'rest', { main: 0.5, tower: -1 });
    const check = (): void => {
      expect(litres('rest', end - 3, 6)).toEqual([20_000, 20_000, 20_000, 10_000, 10_000, 10_000]);
      // what is made of it goes with it
      expect(litres('towers', end - 3, 6)).toEqual([0, 0, 0, 20_000, 20_000, 20_000]);
    };
    check();
    rig.restart();
    await rig.ingest.flush();
    check();
  });

  /** A day that is over, of which the main had no readings in the middle; then the first slots of the next one. */
  const dayWithGap = async ({ rig, calendar }: ReturnType<typeof started>, gap: { from: number; to: number }) => {
    const { firstSlot, slots } = calendar.windowOfDay(calendar.dayOfSlot(first));
    const end = firstSlot + slots;
    for (let slot = end - 8; slot < end + 4; slot += 1) {
      const isGap = slot >= end + gap.from && slot < end + gap.to;
      await rig.slot(slot, { 'main.volume': isGap ? null : 5000 + 20 * (slot - end), 'tower.volume': 7 });
    }
    await rig.ingest.flush();
    return end;
  };

  it('take a whole closed day by the formula of now when one of its readings changes, and never one part of it by each', async () => {
    const { rig, calendar } = started();
    const end = await dayWithGap({ rig, calendar }, { from: -5, to: -3 });
    const shownDay = (id: string) => {
      const { values, quality } = rig.reader.slots(rig.id(id, 'volume'), end - 7, end);
      return `${quality} ${[...values].map((value) => Math.round(value / 1000))}`;
    };
    expect(shownDay('rest')).toBe('GGEEEGG 20,20,20,20,20,20,20');
    await reform(rig, 'rest', { main: 0.5, tower: -1 });
    expect(shownDay('rest')).toBe('GGEEEGG 20,20,20,20,20,20,20');
    rig.send('main.volume', 4903, (end - 5) * SLOT_MS + 200_000);
    await rig.ingest.flush();
    expect(shownDay('main')).toBe('GGGEEGG 20,20,23,19,19,20,20');
    expect(shownDay('rest')).toBe('GGGEEGG 10,10,12,9,9,10,10');
    // what is made of it goes with it
    expect(shownDay('towers')).toBe('GGGEEGG 20,20,23,19,19,20,20');
    const [total] = rig.reader.dayTotals([rig.id('rest', 'volume')], calendar.dayOfSlot(end - 1), calendar.dayOfSlot(end - 1));
    expect(total?.sum).toBe(70_000);
    expect(await rig.ingest.recompute('DEMO', dateOfDay(calendar.dayOfSlot(end - 1)))).toEqual([]);
  });

  it('miss what changed of a closed day of which another formula knows less, and keep the rest of it', async () => {
    const { rig, calendar } = started();
    const end = await dayWithGap({ rig, calendar }, { from: -5, to: -3 });
    await reform(rig, 'rest', { main: 1, tower: -1, towers: 0, none: 1 });
    rig.send('main.volume', 4903, (end - 5) * SLOT_MS + 200_000);
    await rig.ingest.flush();
    const { values, quality } = rig.reader.slots(rig.id('rest', 'volume'), end - 7, end);
    expect(`${quality} ${[...values].map((value) => Math.round(value / 1000))}`).toBe('GGMMMMG 20,20,0,0,0,0,20');
  });
});
