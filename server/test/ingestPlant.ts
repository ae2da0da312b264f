import { onTestFinished } from 'vitest';
import type { UnitMeta } from '../contract/model/units.ts';
import { SLOT_MS } from '../core/slots.ts';
import { ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

const meter = { modulus: 10_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 0.5 };

const tank = { shape: 'vertical_cylinder', diameter: 2, height: 3 } as const;

/** One unit of each kind. */
export const plant = (): TestPlant =>
  new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
    .addCategory('SOURCE_CATEGORY', ['s'])
    .addUnit({ id: 'inlet', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'line', type: 'flow', subCategoryId: 's', meta: { meter } })
    .addUnit({ id: 'clampOn', type: 'flow', subCategoryId: 's' })
    .addUnit({ id: 'tank', type: 'stock', subCategoryId: 's', meta: { tank } })
    .addUnit({ id: 'pump', type: 'energy', subCategoryId: 's', meta: { meter: { ...meter, maxPerHour: 100 } } })
    .addUnit({ id: 'rain', type: 'rain', subCategoryId: 's', meta: { meter: { ...meter, basePerCount: 0.2 } } })
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

export const tags = ['inlet.volume', 'inlet.flow', 'line.volume', 'clampOn.flow', 'tank.level', 'pump.energy', 'rain.rain'];

export const first = Date.parse('2024-05-06T08:00:00Z') / SLOT_MS;

export const running = (): ReadingsRig => {
  const rig = new ReadingsRig(plant(), first * SLOT_MS);
  onTestFinished(() => rig.close());
  return rig.start(tags);
};

/** Values and letters of [first + from, first + to). */
export const slotsOf = (rig: ReadingsRig, unitId: string, param: string, from: number, to: number): string[] => {
  const { values, quality } = rig.reader.slots(rig.id(unitId, param), first + from, first + to);
  return [...values].map((value, index) => `${quality[index]} ${value}`);
};

export const eventsOf = (rig: ReadingsRig, unitId: string): string[] =>
  rig.reader.counterEvents([rig.id(unitId, 'volume')], 0, 1e9).map(({ kind, slot }) => `${kind}@${slot - first}`);
