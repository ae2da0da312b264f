import type { CreditExclusion } from '../../../contract/user/neutrality.ts';
import {
  emptyTally,
  type Gathered,
  gather,
  type ReadContext,
  seriesOf,
  type Tally,
  type UnitLookup,
  type Window,
} from '../../../historian/index.ts';
import { meterErrorPct, type Unit } from '../../../plantModel/index.ts';
import { estimateSigma, meterSigma } from '../balance/index.ts';
import type { CreditClaim } from './credits.ts';

/** Limits of a credit that was calculated and not metered, percent. */
const CALCULATED_PCT = 20;

/** What one unit has counted, and the part of it that goes into the index. */
export type Amount = {
  claim: CreditClaim;
  exclusion: CreditExclusion | null;
  /** Whole window. */
  whole: Tally;
  /** null where nothing of it counts. */
  counted: Gathered | null;
  /** Standard uncertainty of what counts, litres. */
  sigmaL: number;
};

/** The window up to the last day on which a credit counts, with the same steps. */
const upTo = (window: Window, lastDay: number | null, { calendar }: ReadContext): Window => {
  if (lastDay === null || lastDay >= window.toDay) return window;
  const last = calendar.windowOfDay(lastDay);
  const toSlot = last.firstSlot + last.slots;
  return {
    ...window,
    toDay: lastDay,
    toSlot,
    buckets: window.buckets
      .filter(({ fromDay }) => fromDay <= lastDay)
      .map((bucket) => (bucket.toDay > lastDay ? { ...bucket, toDay: lastDay, toSlot } : bucket)),
  };
};

/** The meters behind a sum, each with how often it is in it. */
const metersOf = (unit: Unit, unitOf: UnitLookup, factor = 1, found = new Map<Unit, number>()): Map<Unit, number> => {
  if (!unit.meta.expression) found.set(unit, (found.get(unit) ?? 0) + factor);
  for (const term of unit.meta.expression ?? []) {
    const part = unitOf(term.unitId);
    if (part) metersOf(part, unitOf, factor * term.factor, found);
  }
  return found;
};

/** Reads what units counted, each as far as it counts. */
export const amountsOf = async (
  claims: readonly CreditClaim[],
  exclusionOf: (claim: CreditClaim) => CreditExclusion | null,
  { window, source, unitOf }: { window: Window; source: ReadContext; unitOf: UnitLookup },
): Promise<Amount[]> => {
  const volumes = claims.flatMap(({ volume }) => (volume ? [volume.id] : []));
  const whole = await gather(source, volumes, window);
  const amounts: Amount[] = [];
  for (const claim of claims) {
    const { volume, lastDay } = claim;
    const exclusion = exclusionOf(claim);
    const all = volume && whole.get(volume.id);
    if (!volume || exclusion !== null || !all) {
      amounts.push({ claim, exclusion, whole: all?.total ?? emptyTally, counted: null, sigmaL: 0 });
      continue;
    }
    const part = upTo(window, lastDay, source);
    const counted = part === window ? all : ((await gather(source, [volume.id], part)).get(volume.id) ?? null);
    amounts.push({
      claim,
      exclusion: part === window ? null : 'expired',
      whole: all.total,
      counted,
      sigmaL: await sigmaOf(claim, counted?.total ?? emptyTally, part, { source, unitOf }),
    });
  }
  return amounts;
};

/** Meters within their errors, a sum by its parts, a calculated credit within its limits. */
const sigmaOf = async (
  { unit, method }: CreditClaim,
  tally: Tally,
  window: Window,
  { source, unitOf }: { source: ReadContext; unitOf: UnitLookup },
): Promise<number> => {
  const volumeL = tally.sum ?? 0;
  if (method === 'calculated') return estimateSigma(volumeL, CALCULATED_PCT);
  if (!unit.meta.expression) return meterSigma({ volumeL, estimatedL: tally.estimated }, meterErrorPct(unit));
  const meters = [...metersOf(unit, unitOf)].flatMap(([meter, factor]) => {
    const series = seriesOf(meter, 'volume');
    return series ? [{ meter, factor, seriesId: series.id }] : [];
  });
  const found = await gather(
    source,
    meters.map(({ seriesId }) => seriesId),
    window,
  );
  return Math.hypot(
    ...meters.map(({ meter, factor, seriesId }) => {
      const { sum, estimated } = found.get(seriesId)?.total ?? emptyTally;
      return factor * meterSigma({ volumeL: sum ?? 0, estimatedL: estimated }, meterErrorPct(meter));
    }),
  );
};

/** Litres of several amounts as far as they count; null when none of them is known. */
export const litresOf = (amounts: readonly Amount[]): number | null => {
  const known = amounts.flatMap(({ counted }) => (counted ? [counted.total.sum] : [])).filter((sum) => sum !== null);
  return known.length > 0 ? known.reduce((total, sum) => total + sum, 0) : null;
};
