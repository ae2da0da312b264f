import { roundSingle } from '../../../core/round.ts';
import type { AlarmRecord } from '../model.ts';

type Facts = Readonly<Record<string, number | string>>;

/** What was measured, without digits that no instrument gave. */
export const measuredFacts = (facts: Facts): AlarmRecord['meta'] =>
  Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, typeof value === 'number' ? roundSingle(value) : value]),
  );
