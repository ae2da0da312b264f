import type { TagBinding } from '../../plantModel/index.ts';
import type { EngineSeries } from '../slots/engineSeries.ts';
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
};

/** By tag; to be asked for again when engine or live values follow other plans. */
export const targetsOf = (bindings: readonly TagBinding[], engine: SlotEngine, live: LiveValues): Map<string, SampleTarget[]> => {
  const targets = new Map<string, SampleTarget[]>();
  for (const { tagId, seriesId, kind } of bindings) {
    const target = {
      seriesId,
      isCounter: kind === 'counter',
      series: engine.find(seriesId),
      integrals: engine.integralsOf(seriesId),
      latest: live.of(seriesId),
    };
    const others = targets.get(tagId);
    if (others) others.push(target);
    else targets.set(tagId, [target]);
  }
  return targets;
};
