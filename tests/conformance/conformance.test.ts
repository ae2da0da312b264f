import { afterAll, beforeAll, describe, it } from 'vitest';
import { countTable } from './countTable.ts';
import { type ConformancePlant, startDemo, startEmpty, startLimited, startRunningDemo } from './plants.ts';
import { groups } from './sections.ts';

const starters = { demo: startDemo, changed: startDemo, limited: startLimited, empty: startEmpty, running: startRunningDemo };

describe.each(groups)('$on', ({ on, sections }) => {
  let plant: ConformancePlant;
  beforeAll(async () => {
    plant = await starters[on]();
  });
  afterAll(() => plant.stop());

  describe.each(sections)('$name', ({ sentences }) => {
    it.each(sentences)('%s', (_promise, check) => check(plant));
  });
});

afterAll(() => {
  if (process.env.HEADWORKS_CONFORMANCE_COUNT) console.log(countTable());
});
