import type { ExecIndustry, ExecKpi, ExecutiveQuery, ExecutiveSummary } from '../../../contract/user/executiveSummary.ts';
import type { Caller } from '../../../core/caller.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { ResponseCache } from '../../../core/responseCache.ts';
import { dateOfDay, type ShiftCalendar } from '../../../core/shift.ts';
import { DAY_MS } from '../../../core/time.ts';
import {
  chooseWindow,
  likeEnd,
  type ReadingReader,
  readingsEtag,
  type ServingContext,
  sourceFor,
  toTimeWindow,
  type Window,
  windowBefore,
} from '../../../historian/index.ts';
import { factsOf, type Industry, limitOfTotal, madeOfUnits, type UnitDirectory } from '../../../plantModel/index.ts';
import type { AlarmReader } from '../../alarms/index.ts';
import { activeAlarms, type QualityInLimit } from '../landing/index.ts';
import type { ExecutiveAccess } from './access.ts';
import { type ExecComparison, rankedUnits, trendOf } from './comparisons.ts';
import type { CrossDashboardKpis } from './crossDashboardKpis.ts';
import { pairsByKpi } from './pairs.ts';
import { compareOf, kpiNames, kpiValue, type Targets } from './parts.ts';
import type { RatioChoice } from './perProduct.ts';
import { asFarAs, comparedWith, type PlantWork, plantParts } from './plantParts.ts';
import { completenessOf, type SummedPlant, totalsOf } from './totals.ts';
import { waterOf } from './water.ts';

const RANKED_PCT = 90;

export type ExecutiveParts = {
  access: Pick<ExecutiveAccess, 'shownTo' | 'waterRatio'>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  alarms: AlarmReader;
  quality: QualityInLimit;
  others: CrossDashboardKpis;
  turns: CooperativeScheduler;
  clock: Clock;
};

/** One plant as it goes into the summary. */
type Plant = SummedPlant & {
  answer: Omit<ExecIndustry, 'isPinned'>;
  window: Window;
  compared: ExecComparison;
};

/** One plant as it is asked about. */
type Asked = { industry: Industry; source: ServingContext; window: Window; ratio: RatioChoice | undefined };

/** What a caller sees; an empty list of KPIs represents all. */
type Shown = { plants: readonly Plant[]; pins: ReadonlySet<string>; kpis: readonly ExecKpi[] };

const everySeries = madeOfUnits((directory, industryId) =>
  directory.units(industryId).flatMap(({ series }) => series.map(({ id }) => id)),
);

/** Callers see different sets of plants, so that the JSON of one answer does not serve them all. */
const PLANTS_KEPT = 8;

/** KPIs of all plants that a caller may see. */
export class ExecutiveService {
  readonly #parts: ExecutiveParts;
  readonly #plants = new ResponseCache<Plant>(PLANTS_KEPT);

  constructor(parts: ExecutiveParts) {
    this.#parts = parts;
  }

  /**
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   * @throws Failure `parameter` for a window that cannot be.
   */
  async data(caller: Caller, query: ExecutiveQuery, etag: (tag: string) => void): Promise<ExecutiveSummary> {
    const { access, turns, others } = this.#parts;
    const { pins, industries: seen, kpis } = await access.shownTo(caller);
    const industries = seen.toSorted((a, b) => Number(pins.has(b.id)) - Number(pins.has(a.id)) || (a.name < b.name ? -1 : 1));
    // answers of a plant serve all who see it, so they do not end with the one who asked first
    const works: (Asked & { tag: string })[] = [];
    for (const industry of industries) {
      const source = sourceFor(this.#parts, turns, industry.id, new AbortController().signal);
      const date = query.date ?? dateOfDay(source.calendar.dayOf(source.nowMs));
      const window = chooseWindow(source.calendar, query.type, { date1: date, date2: query.date2 }, { date1: 'date' });
      const ratio = await access.waterRatio(industry.id);
      const asked = { ...query, ratio, others: await others.version(industry.id) };
      works.push({ industry, source, window, ratio, tag: this.#tag(industry.id, asked, source, window) });
    }
    const own = this.#ownWindow(caller, query);
    // where there is no plant answers differ by the window alone
    etag(
      [
        kpis.join(),
        own.fromDay,
        own.toDay,
        ...works.map(({ industry, tag }) => `${industry.id}${pins.has(industry.id) ? '!' : ''}.${tag}`),
      ].join('~'),
    );
    const plants: Plant[] = [];
    for (const { tag, ...asked } of works)
      plants.push(await this.#plants.of(`${asked.industry.id} ${tag}`, () => this.#plant(asked)));
    return this.#answer(own, { plants, pins, kpis });
  }

  /** Of the caller's own plant. */
  #ownWindow({ industryId }: Caller, query: ExecutiveQuery): Window {
    const { calendars, clock } = this.#parts;
    const calendar = calendars.of(industryId);
    const date = query.date ?? dateOfDay(calendar.dayOf(clock.now()));
    return chooseWindow(calendar, query.type, { date1: date, date2: query.date2 }, { date1: 'date' });
  }

  #answer(own: Window, { plants, pins, kpis }: Shown): ExecutiveSummary {
    const nowMs = this.#parts.clock.now();
    const window = plants[0]?.window ?? own;
    const ranked = plants.filter(({ answer }) => answer.ranked);
    const isChosen = (kpi: ExecKpi): boolean => kpis.length === 0 || kpis.includes(kpi);
    const trends = (['withdrawalKL', 'freshKL', 'groundwaterKL'] as const).filter(isChosen);
    const compared = (['withdrawalKL', 'groundwaterKL'] as const).filter(isChosen);
    return {
      window: toTimeWindow(window, nowMs),
      industries: plants.map(({ answer }) => ({ ...answer, isPinned: pins.has(answer.industryId) })),
      totals: totalsOf(plants),
      trends: trends.map((kpi) => ({ kpi, series: plants.flatMap(({ compared: { trend } }) => trend[kpi] ?? []) })),
      unitComparison: compared.map((kpi) => ({
        kpi,
        items: rankedUnits(
          ranked.map((plant) => plant.compared),
          kpi,
        ),
      })),
    };
  }

  async #plant({ industry, source, window, ratio }: Asked): Promise<Plant> {
    const { directory, quality, others } = this.#parts;
    const facts = factsOf(industry);
    const water = waterOf(directory, industry.id, facts.rainWater.usedUnitIds);
    const work: PlantWork = { industryId: industry.id, directory, facts, water, source, quality, others, ratio };
    const previous = windowBefore(source.calendar, window);
    const now = await plantParts(work, window, asFarAs(window, source));
    const before = await plantParts(work, previous, likeEnd(source.calendar, window, previous, source.nowSlot));
    const pairs = await pairsByKpi(work, { window, totals: now.totals }, { window: previous, totals: before.totals });
    const compared = comparedWith(now, before);
    const completeness = kpiValue('completenessPct', now.parts.completenessPct) ?? 0;
    const targets = targetsOf(water, window, now.roTargetPct);
    const kpis = Object.fromEntries(
      kpiNames.map((kpi) => {
        const unit = kpi === 'savingCost' ? industry.currency : kpi === 'intensity' ? now.intensityUnit : undefined;
        const target = targets[kpi];
        return [
          kpi,
          compareOf(kpi, {
            now: now.parts[kpi],
            before: compared[kpi],
            pairs: pairs[kpi],
            completeness: completenessOf(kpi, [now.complete], completeness),
            ...(target !== undefined && { target }),
            ...(unit !== undefined && { unit }),
          }),
        ];
      }),
    ) as ExecIndustry['kpis'];
    return {
      currency: industry.currency,
      window,
      now: now.parts,
      before: compared,
      complete: now.complete,
      pairs,
      intensityUnit: now.intensityUnit,
      ratioPer: now.ratioPer,
      compared: { industryId: industry.id, water, totals: now.totals, trend: await trendOf(industry, water, window, source) },
      answer: {
        industryId: industry.id,
        industryName: industry.name,
        kpis,
        alerts: this.#alerts(industry.id, source.nowMs),
        completeness,
        // a plant that joined in the middle has not what the others have
        ranked: Math.min(completeness, now.ofStretchPct) >= RANKED_PCT,
      },
    };
  }

  #alerts(industryId: string, nowMs: number): ExecIndustry['alerts'] {
    const { alarms } = this.#parts;
    const open = activeAlarms(alarms.open(industryId), nowMs);
    const recent = alarms.between(industryId, nowMs - DAY_MS, nowMs + 1);
    return {
      open: open.length,
      critical: open.filter(({ priority }) => priority === 1).length,
      last24h: recent.filter(({ insight }) => !insight).length,
    };
  }

  #tag(industryId: string, query: object, { nowMs, nowSlot, calendar }: ServingContext, window: Window): string {
    const { directory, reader, alarms } = this.#parts;
    const seriesIds = everySeries(directory, industryId);
    const marks = activeAlarms(alarms.open(industryId), nowMs).map(({ id }) => id);
    // alarms are those of now, whatever the window
    const windows = [{ fromDay: windowBefore(calendar, window).fromDay, toDay: window.toDay, toSlot: Number.POSITIVE_INFINITY }];
    return readingsEtag(directory, reader, { industryId, query: { ...query, marks }, nowMs, nowSlot }, { seriesIds, windows });
  }
}

/** Limits of the window where every meter has one; those of the domain elsewhere. */
const targetsOf = ({ withdrawal }: PlantWork['water'], { type }: Window, roTargetPct: number | null): Targets => {
  const limits = withdrawal.map(({ unit: { meta } }) =>
    type === 'MONTH' ? meta.monthlyThreshold : type === 'DAY' ? meta.unitThreshold : undefined,
  );
  const withdrawalKL = limitOfTotal(limits);
  return {
    completenessPct: RANKED_PCT,
    neutralityIndex: 1,
    ...(roTargetPct !== null && { roRecoveryPct: roTargetPct }),
    ...(withdrawalKL !== null && { withdrawalKL }),
  };
};
