import type { LandingQuery, LandingUserData } from '../../../contract/user/landing.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { ResponseCache } from '../../../core/responseCache.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { dmyOf } from '../../../core/time.ts';
import {
  chooseWindow,
  dmyOfDay,
  gather,
  type ReadingReader,
  readingsEtag,
  type ServingContext,
  shownUnits,
  sourceFor,
  toDisplay,
  toTimeWindow,
  type Window,
} from '../../../historian/index.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import type { AlarmReader, AlarmRecord } from '../../alarms/index.ts';
import { completenessOf, type DayCurves, RestatedStock } from '../../readings/index.ts';
import { activeAlarms, landingAlerts } from './alerts.ts';
import { categoryOf } from './categories.ts';
import { consumptionOf, familiesOf, type LandingFamily } from './families.ts';
import { knownOf } from './known.ts';
import { type Glance, landingKpis, volumeMeasure } from './kpis.ts';
import { type Compared, pastMonths, toSameDay } from './likeForLike.ts';
import { passedTotals } from './pastTotals.ts';
import type { QualityInLimit } from './qualityInLimit.ts';
import { type RawDictionary, rawDictionary } from './rawDictionary.ts';
import { sentences } from './sentences.ts';

/** The same weekday of seven weeks ago, and the third month before. */
const LOOKS_BACK_DAYS = 125;

export type LandingParts = {
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  alarms: AlarmReader;
  curves: DayCurves;
  quality: QualityInLimit;
  glance: Glance;
  turns: CooperativeScheduler;
  clock: Clock;
};

type Work = Compared & {
  source: ServingContext;
  window: Window;
  query: LandingQuery;
  families: readonly LandingFamily[];
  raised: AlarmRecord[];
  active: AlarmRecord[];
};

/** Families are made anew when any unit changes. */
const knownIds = new WeakMap<readonly LandingFamily[], readonly number[]>();

const seriesIdsOf = (families: readonly LandingFamily[]): readonly number[] => {
  const found = knownIds.get(families) ?? listIds(families);
  knownIds.set(families, found);
  return found;
};

const listIds = (families: readonly LandingFamily[]): number[] =>
  families.flatMap(({ shown, added }) => [...shown.flatMap(({ main }) => main ?? []), ...added].map(({ id }) => id));

/** One plant at a glance. */
export class LandingService {
  readonly #parts: LandingParts;
  readonly #answers = new ResponseCache<LandingUserData | RawDictionary>();

  constructor(parts: LandingParts) {
    this.#parts = parts;
  }

  /**
   * Volumes and energies in the units of measure of their categories; with formatter=ai stored units.
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   * @throws Failure `parameter` for a window that cannot be.
   */
  async userData(industryId: string, query: LandingQuery, etag: (tag: string) => void): Promise<LandingUserData | RawDictionary> {
    const { directory, alarms, turns, curves, glance } = this.#parts;
    // one answer serves all who ask for it, so it does not end with the one who asked first
    const source = sourceFor(this.#parts, turns, industryId, new AbortController().signal);
    const window = chooseWindow(source.calendar, query.type, { date1: query.date, date2: query.date2 }, { date1: 'date' });
    const [fromMs, toMs] = [window.fromSlot * SLOT_MS, window.toSlot * SLOT_MS];
    const raised = query.alertsEnabled ? alarms.between(industryId, fromMs, toMs) : [];
    const active = activeAlarms(alarms.open(industryId), source.nowMs);
    const families = familiesOf(directory, industryId);
    const asked = { ...query, others: await glance.version(industryId) };
    const tag = this.#tag(industryId, asked, { source, window, families, raised, active });
    etag(tag);
    const restated = new RestatedStock({ fromDay: window.fromDay, endSlot: Math.min(window.toSlot, source.nowSlot) }, source);
    const work: Work = { industryId, source, curves, restated, window, query, families, raised, active };
    const answer = await this.#answers.of(`${industryId} ${tag}`, () =>
      query.formatter === 'ai' ? rawDictionary(work) : this.#answer(work),
    );
    // all who waited for it write it at once, unless each takes a turn of its own
    await source.pace.rest();
    return answer;
  }

  async #answer(work: Work): Promise<LandingUserData> {
    const { industryId, source, window, query, families, raised, active } = work;
    const { directory, quality, glance } = this.#parts;
    const mains = new Set(seriesIdsOf(families));
    const gathered = await gather(source, [...mains], window);
    const alerting = new Set(active.map(({ unitId }) => unitId));
    const categories: LandingUserData['categories'] = [];
    for (const family of families) categories.push(await categoryOf(family, { window, gathered, source, alerting }, work));
    const kpis = await landingKpis({ ...work, day: window.toDay, quality, glance });
    const known = await knownOf({ ...work, day: window.toDay, glance });
    const devices = this.#devices(industryId, source);
    const alerts = query.alertsEnabled ? landingAlerts(raised, active, directory) : undefined;
    const past = query.pastThreeMonthsEnabled ? await this.#pastThreeMonths(work) : undefined;
    await source.pace.rest();
    return {
      date: dmyOfDay(window.toDay),
      type: query.type,
      window: toTimeWindow(window, source.nowMs),
      categories,
      kpis,
      devices,
      ...(alerts && { alerts }),
      ...(past && { pastThreeMonths: past }),
      ...(query.summaryData && { summary: sentences({ kpis, devices, alerts, known }) }),
      refreshedAt: new Date(source.nowMs).toISOString(),
    };
  }

  #devices(industryId: string, { reader, isOnline }: ServingContext): LandingUserData['devices'] {
    const devices = shownUnits(this.#parts.directory, industryId).filter(({ type }) => type !== 'virtual' && type !== 'manual');
    // at a hub nobody knows how they are now: none is said to be off line
    if (reader.knowsNow === false) return { total: devices.length, online: 0, offline: [] };
    const offline = devices.filter((unit) => !isOnline(unit));
    return {
      total: devices.length,
      online: devices.length - offline.length,
      offline: offline.map(({ id, name, series }) => {
        const lastMs = Math.max(...series.map((one) => reader.latest(one.id)?.atMs ?? Number.NEGATIVE_INFINITY));
        return { unitId: id, unitName: name, since: Number.isFinite(lastMs) ? new Date(lastMs).toISOString() : null };
      }),
    };
  }

  async #pastThreeMonths(work: Work): Promise<NonNullable<LandingUserData['pastThreeMonths']>> {
    const { source, families, window } = work;
    const family = consumptionOf(families);
    if (!family) return [];
    const months: NonNullable<LandingUserData['pastThreeMonths']> = [];
    const measure = volumeMeasure(family);
    for (const month of pastMonths(window.toDay, source)) {
      const whole = await passedTotals(family, month.fromDay, month.toDay, source);
      months.push({
        month: dmyOf(month.month),
        unit: measure.unit,
        total: toDisplay(whole.sum, measure),
        toSameDay: toDisplay(await toSameDay(family, month, work), measure),
        completeness: completenessOf(whole),
      });
    }
    return months;
  }

  #tag(
    industryId: string,
    query: object,
    { source, window, families, raised, active }: Pick<Work, 'source' | 'window' | 'families' | 'raised' | 'active'>,
  ): string {
    const { directory, reader } = this.#parts;
    const { nowMs, nowSlot } = source;
    const seriesIds = seriesIdsOf(families);
    const marks = [...raised, ...active].map(({ id, ackedAtMs, clearedAtMs, count, title, body, value }) => [
      id,
      ackedAtMs,
      clearedAtMs,
      count,
      title,
      body,
      value,
    ]);
    // devices and open alarms are those of now, whatever the window
    const windows = [
      { fromDay: Math.max(0, window.fromDay - LOOKS_BACK_DAYS), toDay: window.toDay, toSlot: Number.POSITIVE_INFINITY },
    ];
    return readingsEtag(directory, reader, { industryId, query: { ...query, marks }, nowMs, nowSlot }, { seriesIds, windows });
  }
}
