import { emptyTally, gatherTotals, type ServingContext, type Tally } from '../../../historian/index.ts';
import { addTotals } from '../../readings/index.ts';
import type { LandingFamily } from './families.ts';

/** What a family's counters counted over whole days, the running one as far as it has come; stored units. */
export const passedTotals = async (
  { added }: Pick<LandingFamily, 'added'>,
  fromDay: number,
  toDay: number,
  source: ServingContext,
): Promise<Tally> => {
  const { calendar } = source;
  const fromSlot = calendar.windowOfDay(fromDay).firstSlot;
  const last = calendar.windowOfDay(toDay);
  const toSlot = last.firstSlot + last.slots;
  const found = await gatherTotals(
    source,
    added.map(({ id }) => id),
    { fromDay, fromSlot },
    toSlot,
  );
  const tallies = added.flatMap(({ id }) => found.get(id) ?? []);
  return {
    ...emptyTally,
    sum: addTotals(added, ({ id }) => found.get(id)),
    complete: tallies.reduce((sum, tally) => sum + Math.min(tally.complete, tally.expected), 0),
    expected: tallies.reduce((sum, { expected }) => sum + expected, 0),
    estimated: tallies.reduce((sum, tally) => sum + tally.estimated, 0),
  };
};
