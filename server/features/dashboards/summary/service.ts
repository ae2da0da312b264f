import type { SummaryPage, SummaryQuery } from '../../../contract/user/summaryPage.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import { ResponseCache } from '../../../core/responseCache.ts';
import { dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import {
  chooseWindow,
  displayUnitOf,
  dmyOfDay,
  type ReadingReader,
  readingsEtag,
  type Selection,
  type ServingContext,
  selectUnits,
  sourceFor,
  toTimeWindow,
  type Window,
  windowsRead,
  yearsUpTo,
} from '../../../historian/index.ts';
import { madeOfUnits, standardCategoryNames, type Unit, type UnitDirectory } from '../../../plantModel/index.ts';
import { type AlarmReader, type AlarmRecord, toAlertItem } from '../../alarms/index.ts';
import { addable, deviceDataAndChange, unitsToShow, unitV1 } from '../../readings/index.ts';
import { halfHourLine } from './lines.ts';

const families = ['SOURCE_CATEGORY', 'STOCK_CATEGORY', 'GROUND_WATER_LEVEL', 'QUALITY_CATEGORY', 'ENERGY_CATEGORY'] as const;
const lines = { rawWaterStock: 'ID_RAW_WATER_STOCK', source: 'ID_SOURCE', consumption: 'ID_CONSUMPTION' } as const;
const windowTypes = { HOUR: 'DAY', DATE: 'MONTH', MONTH: 'YEAR' } as const;

/** What is shown of a plant, and the series that it is read from. */
const selectedOf = madeOfUnits((directory, industryId) => {
  const selections = families.flatMap((id) => selectUnits(directory, industryId, id) ?? []);
  const unitOf = (unitId: string): Unit | undefined => directory.unit(industryId, unitId);
  const seriesIds = selections.flatMap((one) => unitsToShow(one, unitOf).series.map(({ id }) => id));
  return { selections, seriesIds };
});

export type SummaryParts = {
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  alarms: AlarmReader;
  turns: CooperativeScheduler;
  clock: Clock;
};

/** All categories of a plant at once. */
export class SummaryService {
  readonly #parts: SummaryParts;
  readonly #answers = new ResponseCache<SummaryPage>();

  constructor(parts: SummaryParts) {
    this.#parts = parts;
  }

  /**
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   * @throws Failure `parameter` for a date before 1970, and with YEAR for one more than 75 years after the industry joined.
   */
  async page(industryId: string, query: SummaryQuery, etag: (tag: string) => void): Promise<SummaryPage> {
    const { directory, reader, alarms, turns } = this.#parts;
    // one answer serves all who ask for it, so it does not end with the one who asked first
    const source = sourceFor(this.#parts, turns, industryId, new AbortController().signal);
    const day = dayNumber(query.date1);
    if (day < 0) throw new Failure('parameter', 'date1 is before 1970');
    const window = this.#window(industryId, query, source.calendar);
    const { fromMs, toMs } = source.calendar.windowOfDay(day);
    const raised = alarms.between(industryId, fromMs, toMs);
    const { selections, seriesIds } = selectedOf(directory, industryId);
    const marks = raised.map(({ id, ackedAtMs, count, title, body, value }) => [id, ackedAtMs, count, title, body, value]);
    const { nowMs, nowSlot } = source;
    const asked = { industryId, query: { ...query, marks }, nowMs, nowSlot };
    const tag = readingsEtag(directory, reader, asked, { seriesIds, windows: windowsRead(source.calendar, window) });
    etag(tag);
    const answer = await this.#answers.of(`${industryId} ${tag}`, () =>
      this.#answer(industryId, { query, source, day, window, selections, raised }),
    );
    // all who waited for it write it at once, unless each takes a turn of its own
    await source.pace.rest();
    return answer;
  }

  #window(industryId: string, { type, date1 }: SummaryQuery, calendar: ShiftCalendar): Window {
    if (type !== 'YEAR') return chooseWindow(calendar, windowTypes[type], { date1 });
    return yearsUpTo(calendar, calendar.dayOf(this.#parts.directory.industry(industryId)?.joinedAtMs ?? 0), date1);
  }

  async #answer(industryId: string, { query, source, day, window, selections, raised }: Work): Promise<SummaryPage> {
    const { directory } = this.#parts;
    const byUnit = Map.groupBy(raised, ({ unitId }) => unitId);
    const categories: SummaryPage['categories'] = [];
    for (const selection of selections) {
      const id = selection.standardCategoryId;
      // levels below ground are metres: nothing is divided
      const divisionFactor = id === 'GROUND_WATER_LEVEL' ? 1 : query.divisionFactor;
      const asked = { selection, window, divisionFactor, v2: false, nowMs: source.nowMs };
      const { data, changePct } = await deviceDataAndChange(asked, source);
      categories.push({
        category: id,
        displayName:
          directory.categories(industryId).find((one) => one.id === id)?.displayName ?? standardCategoryNames[id] ?? id,
        total: {
          value: data.total,
          ...(data.totalReason && { totalReason: data.totalReason }),
          unit: data.siUnit,
          completeness: data.completeness,
          previous: data.previous?.total ?? null,
          changePct,
        },
        subCategories: data.categories.flatMap(({ subCategories }) =>
          subCategories.map(({ units, ...sub }) => ({
            ...sub,
            unit: data.siUnit,
            units: units.map((unit) => ({
              ...unitV1(unit, undefined),
              alerts: (byUnit.get(unit.unitId) ?? []).map((record) => toAlertItem(record, directory)),
            })),
          })),
        ),
      });
    }
    const lineGraph = await this.#lines(industryId, query, day, source);
    await source.pace.rest();
    return {
      date: dmyOfDay(day),
      window: toTimeWindow(window, source.nowMs),
      categories,
      ...(Object.keys(lineGraph).length > 0 && { lineGraph }),
      alertCount: raised.length,
    };
  }

  async #lines(
    industryId: string,
    { divisionFactor }: SummaryQuery,
    day: number,
    source: ServingContext,
  ): Promise<NonNullable<SummaryPage['lineGraph']>> {
    const found: NonNullable<SummaryPage['lineGraph']> = {};
    for (const [key, id] of Object.entries(lines) as [keyof typeof lines, string][]) {
      const selection = selectUnits(this.#parts.directory, industryId, id);
      if (!selection) continue;
      const series = addable(unitsToShow(selection, source.unitOf).shown);
      const measure = displayUnitOf('L', divisionFactor, selection.categories[0]?.siUnit ?? '');
      found[key] = await halfHourLine({ key, name: standardCategoryNames[id] ?? id, measure }, series, day, source);
    }
    return found;
  }
}

type Work = {
  query: SummaryQuery;
  source: ServingContext;
  day: number;
  window: Window;
  selections: readonly Selection[];
  raised: readonly AlarmRecord[];
};
