import type { RainHistory, RainHistoryBody } from '../../../contract/user/rainfall.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import { type InputFault, refuse } from '../../../core/refusal.ts';
import { dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import { dmyOfDay } from '../../../historian/index.ts';
import type { Unit, UnitDirectory } from '../../../plantModel/index.ts';
import { type DayRain, readRainCsv } from './historyCsv.ts';
import type { RainHistoryStore } from './historyStore.ts';
import type { RainNormals } from './normals.ts';
import { fetchRain, type RemoteRain } from './remote.ts';

export type RainHistoryParts = {
  store: RainHistoryStore;
  normals: RainNormals;
  /** Undefined unless the site allows one. */
  remote: RemoteRain | undefined;
  directory: UnitDirectory;
  calendars: { of(industryId: string): ShiftCalendar };
  clock: Clock;
};
type Asked = { industryId: string; signal: AbortSignal };

/** Fifty years: longer records are brought in parts. */
const MOST_DAYS = 18_263;

/** Brings rain of the past to a gauge. */
export class RainHistoryService {
  readonly #parts: RainHistoryParts;

  constructor(parts: RainHistoryParts) {
    this.#parts = parts;
  }

  /**
   * Stores what a source has of a window; the same again changes nothing.
   * @throws Failure `noData` for a unit or a district that is not there, `badRequest` with row and column for what cannot be read, and
   * when no remote source is allowed, `unavailable` when that one fails.
   */
  async bring(asked: Asked, body: RainHistoryBody): Promise<RainHistory> {
    const unit = this.#parts.directory.unit(asked.industryId, body.unitId);
    if (unit?.type !== 'rain') throw new Failure('noData', 'rain unit not found');
    const [fromDay, toDay] = [dayNumber(body.startDate), dayNumber(body.endDate)];
    refuse(windowFaults(fromDay, toDay));
    if (body.source === 'normals') return this.#normals(asked, unit, body, [fromDay, toDay]);
    const { days, source } = await (body.source === 'csv'
      ? this.#csv(asked, body)
      : this.#remote(asked, unit, body, [fromDay, toDay]));
    const inside = days.filter(({ day }) => day >= fromDay && day <= toDay).sort((a, b) => a.day - b.day);
    const gauge = { industryId: asked.industryId, unitId: unit.id };
    const changed = await this.#parts.store.putDays(gauge, inside, source);
    return {
      status: 'success',
      message: `Rain of ${inside.length} days is stored`,
      stored: inside.length,
      changed,
      from: dmyOfDay(inside[0]?.day ?? fromDay),
      to: dmyOfDay(inside.at(-1)?.day ?? toDay),
      source,
      missingDays: await this.#missing(asked, unit, fromDay, toDay),
      outside: days.length - inside.length,
    };
  }

  async #normals(asked: Asked, unit: Unit, body: RainHistoryBody, [fromDay, toDay]: [number, number]): Promise<RainHistory> {
    if (body.district === undefined) refuse([{ path: 'district', message: 'is needed for normals' }]);
    const { monthlyMm, source } = await this.#parts.normals.find(body.district ?? '', body.state);
    const changed = await this.#parts.store.putNormals({ industryId: asked.industryId, unitId: unit.id }, monthlyMm, source);
    return {
      status: 'success',
      message: 'Normals of 12 months are stored',
      stored: monthlyMm.length,
      changed,
      from: dmyOfDay(fromDay),
      to: dmyOfDay(toDay),
      source,
      missingDays: await this.#missing(asked, unit, fromDay, toDay),
      outside: 0,
    };
  }

  async #csv({ industryId }: Asked, { csv }: RainHistoryBody): Promise<{ days: DayRain[]; source: string }> {
    if (csv === undefined || csv.trim() === '') refuse([{ path: 'csv', message: 'is needed for this source' }]);
    const { days, faults } = await readRainCsv(csv ?? '');
    const today = this.#today(industryId);
    refuse([
      ...faults,
      ...days.flatMap(({ day }): InputFault[] =>
        day > today ? [{ path: 'csv', message: `csv has rain of ${dmyOfDay(day)}, which is to come` }] : [],
      ),
    ]);
    return { days, source: 'csv' };
  }

  async #remote(
    { industryId, signal }: Asked,
    unit: Unit,
    { lat, lon }: RainHistoryBody,
    [fromDay, toDay]: [number, number],
  ): Promise<{ days: DayRain[]; source: string }> {
    const { remote } = this.#parts;
    if (!remote) refuse([{ path: 'source', message: 'remote is not set up: headworks.json has no rain.remote' }]);
    const place = lat !== undefined && lon !== undefined ? { lat, lon } : unit.meta.location;
    if (!place) refuse([{ path: 'lat', message: 'is needed with lon: the gauge has no location' }]);
    const last = Math.min(toDay, this.#today(industryId) - 1);
    if (!remote || !place || last < fromDay) return { days: [], source: 'remote' };
    const days = await fetchRain(remote, { ...place, fromDay, toDay: last, signal });
    return { days, source: `remote ${new URL(remote.url.replace(/[{}]/g, '')).hostname}` };
  }

  async #missing({ industryId }: Asked, unit: Unit, fromDay: number, toDay: number): Promise<number> {
    const last = Math.min(toDay, this.#today(industryId));
    if (last < fromDay) return 0;
    return last - fromDay + 1 - (await this.#parts.store.count({ industryId, unitId: unit.id }, fromDay, last));
  }

  #today(industryId: string): number {
    return this.#parts.calendars.of(industryId).dayOf(this.#parts.clock.now());
  }
}

const windowFaults = (fromDay: number, toDay: number): InputFault[] => {
  if (toDay < fromDay) return [{ path: 'endDate', message: 'is before startDate' }];
  const days = toDay - fromDay + 1;
  return days > MOST_DAYS ? [{ path: 'endDate', message: `is ${days} days on; at most ${MOST_DAYS} (50 years) at once` }] : [];
};
