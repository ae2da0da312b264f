import fc from 'fast-check';
import { expect, it } from 'vitest';
import { madeWells } from '../../../test/wells/madeWells.ts';
import { storedWells } from '../../../test/wells/storedWells.ts';
import { wellDifferences } from '../../../test/wells/wellChecks.ts';

/** Some 15 s together; HEADWORKS_TEST_SEED makes others. */
const [RUNS, STORED_RUNS] = [12, 4];

const ofSeeds = (numRuns: number, look: (seed: number) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 30 }), look), { numRuns, endOnFailure: true });

it('the figures of random wells are those of going through their slots by hand', async () => {
  await ofSeeds(RUNS, async (seed) => {
    const made = madeWells(seed);
    expect(await wellDifferences(made, made.plant.reader)).toEqual([]);
  });
}, 120_000);

it('the same holds of what was stored of displays, of late readings and of levels that a person entered', async () => {
  await ofSeeds(STORED_RUNS, async (seed) => {
    const { made, rig } = await storedWells(seed);
    try {
      expect(await wellDifferences(made, rig.reader)).toEqual([]);
    } finally {
      await rig.close();
    }
  });
}, 120_000);
