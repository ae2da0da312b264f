import type { Sample } from '../../core/field/field.ts';
import type { TagBinding } from '../../plantModel/index.ts';
import type { EngineSeries } from '../slots/engineSeries.ts';
import type { MostAt } from '../slots/possibleValues.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';
import type { LatestSample, LiveValues } from './liveValues.ts';

/** What the samples of a tag become: found once, because looking it up for each of 5,000 samples a second costs more than the rest. */
export type SampleTarget = {
  seriesId: number;
  isCounter: boolean;
  series: EngineSeries | undefined;
  /** Volumes that are integrated from the samples. */
  integrals: readonly EngineSeries[];
  latest: LatestSample | undefined;
  /** What the meter of a flow or power can have had at most. */
  mostAt: MostAt | undefined;
  /** Another series that the same tag feeds. */
  next: SampleTarget | undefined;
};

type Batch = { tagIds: readonly string[]; targets: readonly (SampleTarget | undefined)[] };

/**
 * Where samples go. An answer brings the same tags in the same order each time: what they become is kept together under the first
 * of them, and is looked up anew only where the others are not the same.
 */
export class SampleTargets {
  readonly #targets: ReadonlyMap<string, SampleTarget>;
  readonly #batches = new Map<string, Batch>();

  constructor(targets: ReadonlyMap<string, SampleTarget>) {
    this.#targets = targets;
  }

  of(tagId: string): SampleTarget | undefined {
    return this.#targets.get(tagId);
  }

  /** For each sample the first of its targets; what follows is its `next`. */
  ofAll(samples: readonly Sample[]): Batch['targets'] {
    const first = samples[0]?.tagId;
    if (first === undefined) return [];
    const known = this.#batches.get(first);
    if (known && isOf(known, samples)) return known.targets;
    const tagIds = samples.map(({ tagId }) => tagId);
    const batch = { tagIds, targets: tagIds.map((tagId) => this.#targets.get(tagId)) };
    this.#batches.set(first, batch);
    return batch.targets;
  }
}

const isOf = ({ tagIds }: Batch, samples: readonly Sample[]): boolean => {
  if (samples.length !== tagIds.length) return false;
  for (let at = 0; at < samples.length; at += 1) if (samples[at]?.tagId !== tagIds[at]) return false;
  return true;
};

/** By tag; to be asked for again when engine or live values follow other plans. */
export const targetsOf = (
  bindings: readonly TagBinding[],
  { engine, live, most }: { engine: SlotEngine; live: LiveValues; most: ReadonlyMap<number, MostAt> },
): SampleTargets => {
  const firsts = new Map<string, SampleTarget>();
  const lasts = new Map<string, SampleTarget>();
  for (const { tagId, seriesId, kind } of bindings) {
    const target: SampleTarget = {
      seriesId,
      isCounter: kind === 'counter',
      series: engine.find(seriesId),
      integrals: engine.integralsOf(seriesId),
      latest: live.of(seriesId),
      mostAt: most.get(seriesId),
      next: undefined,
    };
    const before = lasts.get(tagId);
    if (before) before.next = target;
    else firsts.set(tagId, target);
    lasts.set(tagId, target);
  }
  return new SampleTargets(firsts);
};
