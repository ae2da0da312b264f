import type { CreditExclusion, Neutrality } from '../../../contract/user/neutrality.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import {
  asOf,
  chooseWindow,
  displayUnitOf,
  type ReadingReader,
  readingsEtag,
  selectUnits,
  sourceFor,
} from '../../../historian/index.ts';
import { type SeriesInfo, siUnitOfCategory, type Unit, type UnitDirectory } from '../../../plantModel/index.ts';
import { amountsOf } from './amounts.ts';
import { neutralityAnswer } from './answer.ts';
import { type CreditClaim, claimsOf, debitExclusionOf, exclusionOf } from './credits.ts';

export type NeutralityParts = {
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  turns: CooperativeScheduler;
  clock: Clock;
};

export type NeutralityQuery = { date1: string; date2: string; divisionFactor: number };

/** Water given back against water taken. */
export class NeutralityService {
  readonly #parts: NeutralityParts;

  constructor(parts: NeutralityParts) {
    this.#parts = parts;
  }

  /**
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   * @throws Failure `noData` unless both standard categories are configured; `parameter` for dates that cannot be.
   */
  async data(
    { industryId, signal, endSlot }: { industryId: string; signal: AbortSignal; endSlot?: number },
    query: NeutralityQuery,
    etag: (tag: string) => void = () => {},
  ): Promise<Neutrality> {
    const { directory, reader, turns } = this.#parts;
    const source = asOf(sourceFor(this.#parts, turns, industryId, signal), endSlot);
    const [credits, debits] = [this.#units(industryId, 'ID_WATER_CREDITED'), this.#units(industryId, 'ID_WATER_DEBITED')];
    const window = chooseWindow(source.calendar, 'CUSTOM', { date1: query.date1, date2: query.date2 });
    const seriesIds = [...credits, ...debits].flatMap(({ series }) => series.map(({ id }) => id));
    const { nowMs, nowSlot } = source;
    etag(readingsEtag(directory, reader, { industryId, query, nowMs, nowSlot }, { seriesIds, windows: [window] }));
    const context = { window, source, unitOf: source.unitOf };
    const creditExclusionOf = (claim: CreditClaim) => exclusionOf(claim, window.fromDay);
    const credited = await amountsOf(claimsOf(credits, creditExclusionOf), creditExclusionOf, context);
    const debited = await amountsOf(debitClaims(debits), debitExclusionOf, context);
    await source.pace.turn();
    const siUnit = siUnitOfCategory(directory.categories(industryId), 'SOURCE_CATEGORY');
    return neutralityAnswer({ window, source, credited, debited, measure: displayUnitOf('L', query.divisionFactor, siUnit) });
  }

  /** The meters of water given back, as far as it counts on a day, and of water taken; none where the categories are not configured. */
  meters(industryId: string, day: number): SeriesInfo[][] {
    const counted = (standardId: string, exclusion: (claim: CreditClaim) => CreditExclusion | null): SeriesInfo[] => {
      const found = selectUnits(this.#parts.directory, industryId, standardId);
      const units = found?.categories.flatMap(({ subs }) => subs.flatMap((sub) => sub.units)) ?? [];
      return claimsOf(units, exclusion).flatMap((claim) =>
        claim.volume && claim.method === 'metered' && exclusion(claim) === null ? [claim.volume] : [],
      );
    };
    return [counted('ID_WATER_CREDITED', (claim) => exclusionOf(claim, day)), counted('ID_WATER_DEBITED', debitExclusionOf)];
  }

  /** In the order of the industry. @throws Failure `noData`. */
  #units(industryId: string, standardId: string): Unit[] {
    const found = selectUnits(this.#parts.directory, industryId, standardId);
    if (!found) throw new Failure('noData', "Category doesn't exist");
    return found.categories.flatMap(({ subs }) => subs.flatMap(({ units }) => units));
  }
}

/** A debit is taken whatever was said about it as a credit. */
const debitClaims = (units: readonly Unit[]) =>
  claimsOf(units, debitExclusionOf).map((claim) => ({
    ...claim,
    lastDay: null,
    onSite: true,
    sameWatershed: true,
    verifiedBy: null,
  }));
