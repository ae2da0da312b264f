import { expect, it } from 'vitest';
import { RuleRig } from '../../../../test/ruleRig.ts';
import { DATE, lines, meter, plantOf, repeat } from '../../../../test/wellReadings.ts';

it('a pump that its flow register shows running is watched, though its meter counts in every third slot only', () => {
  const counts = Array.from({ length: 40 }, (_, at) => (at % 3 === 0 ? 3000 : 0));
  const plant = plantOf().write('well', 'level', DATE, 0, repeat(48, 40)).write('well', 'volume', DATE, 0, counts);
  plant.write('well', 'flow', DATE, 0, repeat(12, 40));
  expect(lines(plant, 40)).toEqual(['2 raised Well water level low']);
});

it('a level after a gap of the meter is not static: nobody knows when the pump ran', () => {
  const limits = { alertParams: { borewell_threshold: { staticLimitMbgl: 30 } } };
  const at = (letters: string) => {
    const plant = plantOf(limits).write('well', 'level', DATE, 0, repeat(31, 60));
    // what passed in five hours is less than a hundredth of the rated flow in each slot, but not in any one of them
    plant.write('well', 'volume', DATE, 0, repeat(9, 60), letters);
    return new RuleRig(plant).finding('well', 'borewell_threshold', plant.calendar.window(DATE).firstSlot + 59, 'static');
  };
  expect(at('G')).toMatchObject({ isMet: true });
  expect(at('E')).toMatchObject({ isMet: null });
});

it('a pump runs dry only where neither its flow register nor its meter shows water', () => {
  const told = (flow: number, litres: (at: number) => number): string[] => {
    const plant = plantOf();
    plant.addUnit({ id: 'pump', type: 'energy', subCategoryId: 'e', meta: { meter, flowUnitId: 'well', ratedKW: 6 } });
    const slots = Array.from({ length: 9 }, (_, at) => litres(at));
    plant.write('pump', 'energy', DATE, 0, repeat(417, 9)).write('well', 'volume', DATE, 0, slots);
    plant.write('well', 'flow', DATE, 0, repeat(flow, 9));
    return lines(plant, 9);
  };
  // each count of the meter is that of three slots
  expect(told(12, (at) => (at % 3 === 2 ? 3000 : 0))).toEqual([]);
  // the register is below its cut-off, or broken
  expect(told(0, () => 1000)).toEqual([]);
  expect(told(0, () => 0)).toEqual(['1 raised Well runs dry']);
});
