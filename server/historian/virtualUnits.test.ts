import { describe, expect, it, onTestFinished } from 'vitest';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from '../test/readingsRig.ts';
import { TestPlant } from '../test/testPlant.ts';

const meter = { modulus: 100_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 1 };
const first = 5_900_000;
const SLOTS = 12;

/** A main, a tower behind it, what is left of the main, that of both towers, and the main made of these again: each of the one before. */
const started = (): ReadingsRig => {
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
  rig.start(['main.volume', 'tower.volume']);
  return rig;
};

const shown = (rig: ReadingsRig, id: string) => {
  const { values, quality } = rig.reader.slots(rig.id(id, 'volume'), first, first + SLOTS);
  return { values: [...values].map((value) => Math.round(value)), quality };
};

describe('virtual units of virtual units', () => {
  it('follow their meters through a gap and a restart, whatever order they are listed in', async () => {
    const rig = started();
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
});
