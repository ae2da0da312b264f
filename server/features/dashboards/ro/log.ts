import { randomUUID } from 'node:crypto';
import type { RoLogEntry, RoLogSpec } from '../../../contract/user/roEfficiency.ts';
import type { Clock } from '../../../core/clock.ts';
import type { CooperativeScheduler } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import { round } from '../../../core/round.ts';
import { dayNumber, type ShiftCalendar } from '../../../core/shift.ts';
import { SLOT_MS, SLOTS_PER_DAY, slotOf } from '../../../core/slots.ts';
import { DAY_MS } from '../../../core/time.ts';
import { type ReadingReader, refuseDayOutside, sourceFor } from '../../../historian/index.ts';
import type { UnitDirectory } from '../../../plantModel/index.ts';
import { FEWEST_POINTS, idleSpans } from './days.ts';
import type { RoEvent, RoPlan } from './model.ts';
import { type Coefficients, normalizedPct } from './normalize.ts';
import { plantsOf } from './plan.ts';
import type { RoReferences } from './references.ts';
import type { RoEventLog } from './roEventLog.ts';
import type { RoLogFilter, RoStore, StoredRoLog } from './roStore.ts';
import { readSlots } from './slots.ts';
import { medianOf, pointsOf } from './tally.ts';

/** Work that lasts longer is a typing error. */
const LONGEST_MS = 366 * DAY_MS;

export type RoLogParts = {
  store: Pick<RoStore, 'add' | 'list' | 'events'>;
  references: RoReferences;
  /** Follows what is logged. */
  work: Pick<RoEventLog, 'refresh'>;
  directory: UnitDirectory;
  reader: ReadingReader;
  calendars: { of(industryId: string): ShiftCalendar };
  turns: CooperativeScheduler;
  clock: Clock;
};

type Asked = {
  plantId?: string | undefined;
  kind?: string | undefined;
  date1?: string | undefined;
  date2?: string | undefined;
  limit: number;
};
type Author = { industryId: string; username: string };
type Work = { industryId: string; source: ReturnType<typeof sourceFor>; events: readonly RoEvent[] };

const wrong = (path: string, message: string): Failure =>
  new Failure('parameter', `${path} ${message}`, { errors: [{ path, message }] });

/** What is done to RO plants, and what cleanings brought. */
export class RoLog {
  readonly #parts: RoLogParts;

  constructor(parts: RoLogParts) {
    this.#parts = parts;
  }

  /** @throws Failure `noData` for a plant that is not there, `parameter` for times that cannot be. */
  async add({ industryId, username }: Author, spec: RoLogSpec, id: string = randomUUID()): Promise<RoLogEntry> {
    const { store, directory, clock } = this.#parts;
    if (!plantsOf(directory, industryId)?.some(({ plantId }) => plantId === spec.plantId))
      throw new Failure('noData', `RO plant ${spec.plantId} does not exist`);
    const startMs = Date.parse(spec.start);
    const endMs = spec.end === undefined ? startMs : Date.parse(spec.end);
    if (startMs < 0) throw wrong('start', 'is before 1970');
    if (startMs > clock.now() + DAY_MS) throw wrong('start', 'is more than a day ahead');
    if (endMs < startMs) throw wrong('end', 'is before start');
    if (endMs - startMs > LONGEST_MS) throw wrong('end', 'is more than a year after start');
    const entry: StoredRoLog = { id, spec, startMs, endMs, createdAtMs: clock.now(), createdBy: username };
    const stored = await store.add(industryId, entry);
    await this.#parts.work.refresh(industryId);
    return viewOf(stored);
  }

  /** Newest first; cleanings with what they brought. @throws Failure `parameter` for dates that cannot be. */
  async list(industryId: string, signal: AbortSignal, asked: Asked): Promise<{ logs: RoLogEntry[]; total: number }> {
    const { store, directory } = this.#parts;
    const source = sourceFor(this.#parts, this.#parts.turns, industryId, signal);
    const { entries, total } = await store.list(industryId, this.#filter(source.calendar, asked), asked.limit);
    const plans = new Map((plantsOf(directory, industryId) ?? []).map((plan) => [plan.plantId, plan]));
    const work = { industryId, source, events: await store.events(industryId) };
    const logs: RoLogEntry[] = [];
    for (const entry of entries) {
      const plan = plans.get(entry.spec.plantId);
      const effects = entry.spec.kind === 'cip' && plan ? await this.#effects(work, plan, entry) : undefined;
      const [effect] = effects ?? [];
      logs.push({ ...viewOf(entry), ...(effect && effects && { effect, effects }) });
    }
    return { logs, total };
  }

  #filter(calendar: ShiftCalendar, { plantId, kind, date1, date2 }: Asked): RoLogFilter {
    const dayOf = (date: string, name: string): number => {
      const day = dayNumber(date);
      refuseDayOutside(day, name);
      return day;
    };
    const [from, to] = [date1 && dayOf(date1, 'date1'), date2 && dayOf(date2, 'date2')];
    if (typeof from === 'number' && typeof to === 'number' && to < from) throw new Failure('parameter', 'date2 is before date1');
    return {
      plantId,
      kind,
      fromMs: typeof from === 'number' ? calendar.windowOfDay(from).fromMs : undefined,
      toMs: typeof to === 'number' ? calendar.windowOfDay(to).toMs : undefined,
    };
  }

  /** Undefined where the plant cannot be normalised. */
  async #effects(work: Work, plan: RoPlan, { startMs, endMs }: StoredRoLog): Promise<RoLogEntry['effects']> {
    const { source } = work;
    const reference = await this.#parts.references.of({ ...work, plan }, source.calendar.dayOf(startMs));
    if (!reference) return undefined;
    await source.pace.turn();
    const [start, end] = [slotOf(startMs), Math.ceil(endMs / SLOT_MS)];
    const before = this.#medians(work, plan, start - SLOTS_PER_DAY, start);
    await source.pace.turn();
    const after = this.#medians(work, plan, end, Math.min(end + SLOTS_PER_DAY, source.nowSlot));
    const [was, is] = [before && normalizedPct(before, reference), after && normalizedPct(after, reference)];
    return (['permeateFlow', 'saltPassage', 'differentialPressure'] as const).map((quantity) => ({
      before: round(was?.[quantity] ?? null, 2),
      after: round(is?.[quantity] ?? null, 2),
      metric: `${quantity}Pct`,
    }));
  }

  #medians({ source, events }: Work, plan: RoPlan, fromSlot: number, toSlot: number): Coefficients | null {
    if (toSlot <= fromSlot) return null;
    const slots = readSlots(source.reader, plan, { fromSlot, toSlot }, idleSpans(events, plan.plantId));
    return medianOf(pointsOf(slots, 0, toSlot - fromSlot), FEWEST_POINTS);
  }
}

const viewOf = ({ id, spec, createdAtMs, createdBy }: StoredRoLog): RoLogEntry => ({
  ...spec,
  id,
  createdBy,
  createdOn: new Date(createdAtMs).toISOString(),
});
