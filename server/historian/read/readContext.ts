import { SETTLE_MS } from '../../contract/model/common.ts';
import type { IndustryFacts } from '../../contract/model/industryFacts.ts';
import type { Clock } from '../../core/clock.ts';
import { type CooperativeScheduler, TimeSlice } from '../../core/cooperativeScheduler.ts';
import type { ShiftCalendar } from '../../core/shift.ts';
import { SLOT_MS, slotOf } from '../../core/slots.ts';
import { factsOf, type Unit, type UnitDirectory } from '../../plantModel/index.ts';
import { shownUnits } from '../units/selection.ts';
import { isEnteredByHand } from './comparable.ts';
import type { UnitLookup } from './linkedFlow.ts';
import type { ReadingReader } from './reader.ts';
import type { ReadContext } from './source.ts';

export type ReadServices = {
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  clock: Clock;
};

/** With the one scheduler of the server, so that many long answers delay polling no longer than one does. */
export type PacedReadServices = ReadServices & { scheduler: CooperativeScheduler };

/** Days up to today that late readings still change: to read one again costs less than to know whether they did. */
export const UNSETTLED_DAYS = 2;

export const nowSlotOf = (nowMs: number): number => Math.floor((nowMs - SETTLE_MS) / SLOT_MS);

/** Whether readings come of one of a unit's own parameters; a device that says that it is still at work (UNCERTAIN) gives none. */
export const isReporting = ({ series }: Unit, reader: Pick<ReadingReader, 'latest' | 'quality'>): boolean => {
  for (const { id } of series) {
    const quality = reader.quality ? reader.quality(id) : reader.latest(id)?.quality;
    if (quality === 'GOOD') return true;
  }
  return false;
};

/** Whether readings come: of one of a unit's parameters, of every part of a virtual unit; what a person enters is always there. */
const onlineRule = ({ directory, reader }: ReadServices, industryId: string): ((unit: Unit) => boolean) => {
  const isOnline = (unit: Unit): boolean => {
    if (unit.type === 'manual') return true;
    if (unit.meta.expression)
      return unit.meta.expression.every(({ unitId }) => {
        const part = directory.unit(industryId, unitId);
        return part !== undefined && isOnline(part);
      });
    return isReporting(unit, reader);
  };
  return isOnline;
};

/** A source with what is known of the plant besides its readings. */
export type ServingContext = ReadContext & { nowMs: number; unitOf: UnitLookup; tariffs: IndustryFacts['tariffs'] };

/** The same as it was at a slot, for a window that is compared with a running one. */
export const asOf = <T extends ReadContext>(source: T, endSlot: number | undefined): T =>
  endSlot === undefined || endSlot >= source.nowSlot ? source : { ...source, nowSlot: endSlot, endSlot };

/** What one request reads from; its long work takes turns with that of the others. */
export const sourceFor = (
  parts: ReadServices,
  turns: CooperativeScheduler,
  industryId: string,
  signal: AbortSignal,
): ServingContext => {
  const nowMs = parts.clock.now();
  const calendar = parts.calendars.of(industryId);
  const joinedDay = Math.max(0, calendar.dayOf(parts.directory.industry(industryId)?.joinedAtMs ?? 0));
  const unitOf: UnitLookup = (unitId) => parts.directory.unit(industryId, unitId);
  return {
    reader: parts.reader,
    calendar,
    joinedSlot: calendar.windowOfDay(joinedDay).firstSlot,
    shownUnits: () => shownUnits(parts.directory, industryId),
    setUpSlot: (seriesId) => {
      const unitId = parts.directory.seriesById(seriesId)?.unitId;
      const unit = unitId === undefined ? undefined : unitOf(unitId);
      return unit === undefined || isEnteredByHand(unit, unitOf) ? 0 : slotOf(unit.createdAtMs);
    },
    nowSlot: nowSlotOf(nowMs),
    pace: new TimeSlice(turns, parts.clock, signal),
    isOnline: onlineRule(parts, industryId),
    nowMs,
    unitOf,
    tariffs: factsOf(parts.directory.industry(industryId)).tariffs,
  };
};
