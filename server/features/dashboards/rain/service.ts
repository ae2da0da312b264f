import type { RainAnalytics, RainEfficiency, RainTrend } from '../../../contract/user/rainfall.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler, TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import type { ShiftCalendar } from '../../../core/shift.ts';
import { SLOTS_PER_DAY } from '../../../core/slots.ts';
import {
  chooseWindow,
  type ReadingReader,
  readingsEtag,
  type ServingContext,
  shownUnits,
  sourceFor,
  toTimeWindow,
  type Window,
} from '../../../historian/index.ts';
import { factsOf, type UnitDirectory } from '../../../plantModel/index.ts';
import { rainAnalytics } from './analytics.ts';
import type { HarvestDesign } from './design.ts';
import { efficiencySide, seriesOfSite, siteOf } from './efficiency.ts';
import { LOOK_BACK_SLOTS } from './events.ts';
import { rainGauges } from './gauges.ts';
import type { RainHistoryStore } from './historyStore.ts';
import { type RainRecord, RainRecords } from './record.ts';
import { gaugeTrend } from './trend.ts';
import { type RainDayKind, type RainWindowType, rainWindow } from './windows.ts';

export type RainParts = {
  store: RainHistoryStore;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  turns: CooperativeScheduler;
  clock: Clock;
};

/** What a site wants rain for: the fresh-water form that was saved last, else the plant's configuration. */
export type Designs = {
  /** Changes with the design. */
  version(industryId: string): Promise<string>;
  of(industryId: string, source: ServingContext): Promise<HarvestDesign>;
};

type Request = { industryId: string; signal: AbortSignal };
type Etag = (tag: string) => void;

const LOOK_BACK_DAYS = LOOK_BACK_SLOTS / SLOTS_PER_DAY + 1;
const RECORD_DAYS = 9200;
const notes: Record<RainDayKind, (startAt: string) => string> = {
  SHIFT: (startAt) =>
    `Rain days begin at ${startAt.slice(0, 5)} with the shift day. Days of the India Meteorological Department end at 08:30 IST, so its figures differ: ask with rainDay=IMD.`,
  IMD: () =>
    'Rain days are the 24 hours that end at 08:30 IST of their date, as the India Meteorological Department counts them.',
};

/** Rain of gauges, what was harvested of it, and what it could give. */
export class RainService {
  readonly #parts: RainParts;
  readonly #records: RainRecords;

  constructor(parts: RainParts) {
    this.#parts = parts;
    this.#records = new RainRecords(parts.store);
  }

  /**
   * @param etag called with a tag of what the answer is made from, before any of it is read; may throw.
   * @throws Failure `parameter` for a date before 1970.
   */
  async trend(
    { industryId, signal }: Request,
    query: { date1?: string | undefined; type: RainWindowType; rainDay: RainDayKind },
    etag: Etag,
  ): Promise<RainTrend> {
    const source = this.#source({ industryId, signal });
    const date = query.date1 ?? source.calendar.dateOf(source.nowMs);
    const window = rainWindow(source.calendar, query.type, date, query.rainDay);
    const gauges = rainGauges(shownUnits(this.#parts.directory, industryId));
    const stored = await this.#parts.store.revision(industryId);
    const seriesIds = gauges.map(({ seriesId }) => seriesId);
    etag(
      this.#tag(
        industryId,
        source,
        { ...query, date, stored },
        { seriesIds, windows: [{ ...window, fromDay: window.fromDay - 1 }] },
      ),
    );
    const units: RainTrend['units'] = [];
    for (const gauge of gauges) {
      const normals = await this.#parts.store.normals({ industryId, unitId: gauge.unit.id });
      units.push(await gaugeTrend(gauge, window, source, { normals, kind: query.rainDay }));
    }
    return {
      type: query.type,
      rainDay: query.rainDay,
      note: notes[query.rainDay](window.startAt),
      window: toTimeWindow(window, source.nowMs),
      units,
    };
  }

  /** @throws Failure `parameter` for a date before 1970. */
  async efficiency(
    { industryId, signal }: Request,
    query: { date1: string; date2?: string | undefined; divisionFactor: number; type: RainWindowType },
    etag: Etag,
  ): Promise<RainEfficiency> {
    const { directory } = this.#parts;
    const source = this.#source({ industryId, signal });
    const industry = directory.industry(industryId);
    const shown = shownUnits(directory, industryId);
    const site = siteOf(shown, rainGauges(shown), factsOf(industry));
    const windows = [query.date1, ...(query.date2 === undefined ? [] : [query.date2])].map((date) =>
      chooseWindow(source.calendar, query.type, { date1: date }),
    );
    const read = windows.map((window) => ({ ...window, fromDay: window.fromDay - LOOK_BACK_DAYS }));
    etag(this.#tag(industryId, source, query, { seriesIds: seriesOfSite(site), windows: read }));
    const [first, second] = windows;
    if (!first) throw new Failure('parameter', 'date1 missing');
    const data1 = await efficiencySide(site, source, first);
    return {
      siUnit: 'KL',
      currency: industry?.currency ?? '',
      data1,
      ...(second && { data2: await efficiencySide(site, source, second) }),
    };
  }

  /** @throws Failure `noData` for a unit that is no rain gauge of the industry. */
  async analytics({ industryId, signal }: Request, unitId: string, designs: Designs, etag: Etag): Promise<RainAnalytics> {
    const unit = this.#parts.directory.unit(industryId, unitId);
    if (unit?.type !== 'rain') throw new Failure('noData', 'rain unit not found');
    const source = this.#source({ industryId, signal });
    const [stored, designed] = [await this.#parts.store.revision(industryId), await designs.version(industryId)];
    const today = source.calendar.dayOf(source.nowMs);
    const window = { fromDay: today - RECORD_DAYS, toDay: today - 1, toSlot: source.calendar.windowOfDay(today).firstSlot };
    etag(
      this.#tag(
        industryId,
        source,
        { unitId, today, stored, designed },
        { seriesIds: unit.series.map(({ id }) => id), windows: [window] },
      ),
    );
    const record = await this.#records.of(unit, source);
    const design = await designs.of(industryId, source);
    return rainAnalytics(unitId, record, design, { today, pace: source.pace });
  }

  /**
   * All days that are known of a gauge, of an industry's first one where none is named, and the pace of the request. Nothing where
   * there is no such gauge.
   */
  async record({ industryId, signal }: Request, unitId?: string): Promise<{ record: RainRecord; pace: TimeSlice }> {
    const gauges = rainGauges(shownUnits(this.#parts.directory, industryId));
    const gauge = unitId === undefined ? gauges[0] : gauges.find(({ unit }) => unit.id === unitId);
    const source = this.#source({ industryId, signal });
    return { record: gauge ? await this.#records.of(gauge.unit, source) : { days: [], normals: [] }, pace: source.pace };
  }

  #source({ industryId, signal }: Request): ServingContext {
    return sourceFor(this.#parts, this.#parts.turns, industryId, signal);
  }

  #tag(
    industryId: string,
    { nowMs, nowSlot }: ServingContext,
    query: object,
    read: { seriesIds: readonly number[]; windows: readonly Pick<Window, 'fromDay' | 'toDay' | 'toSlot'>[] },
  ): string {
    const { directory, reader } = this.#parts;
    return readingsEtag(directory, reader, { industryId, query, nowMs, nowSlot }, read);
  }
}
