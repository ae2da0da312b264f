import { sayRemark } from '../../contract/model/commandRemarks.ts';
import type { Clock } from '../../core/clock.ts';
import type { FieldCommands } from '../../core/field/command.ts';
import type { Log } from '../../core/log.ts';
import type { JournalStore } from './journalStore.ts';
import type { WritePoint } from './model.ts';
import type { WritePoints } from './points.ts';
import { unitOf } from './readBack.ts';

export type ValveState = {
  state: 'open' | 'closed' | 'moving' | 'unknown';
  fault: string | null;
  commanded: 'open' | 'close' | null;
  differs: boolean;
  readAtMs: number | null;
};

export type ValvesParts = {
  points: Pick<WritePoints, 'all' | 'find'>;
  commands: Pick<FieldCommands, 'read' | 'onLineUp' | 'placeOf'>;
  journal: Pick<JournalStore, 'lastCarriedOut' | 'lastSent'>;
  /** A command to it has not come to its end. */
  isUnderWay(pointId: string): boolean;
  /** Both end switches, or a state that nobody commanded; reported once, until it is over. */
  onFault(point: WritePoint, text: string): void;
  onRight(point: WritePoint): void;
  clock: Clock;
  log: Log;
};

const LOOK_MS = 15_000;
const READ_WITHIN_MS = 2000;
const nothing: ValveState = { state: 'unknown', fault: null, commanded: null, differs: false, readAtMs: null };

/** What the feedbacks say together. */
export const stateOf = (
  open: boolean | null,
  closed: boolean | null,
  coil: boolean | null,
): Pick<ValveState, 'state' | 'fault'> => {
  if (open === true && closed === true) return { state: 'unknown', fault: sayRemark('bothEnds', {}) };
  if (open === true) return { state: 'open', fault: null };
  if (closed === true) return { state: 'closed', fault: null };
  if (open === false && closed === false) return { state: 'moving', fault: null };
  // one switch shows its own side only; without any the coil is all there is
  if (open === false) return { state: 'closed', fault: null };
  if (closed === false) return { state: 'open', fault: null };
  return { state: coil === null ? 'unknown' : coil ? 'open' : 'closed', fault: null };
};

/** Where a valve is written and seen, and what that says. */
const wayOf = ({ deviceId, fn, address, valve }: WritePoint): string => JSON.stringify([deviceId, fn, address, valve]);

/** Neither the other switch nor the coil speaks for a switch that was not read, and nothing says that a fault is over. */
const unreadState = (
  open: boolean | null,
  closed: boolean | null,
  { fault }: ValveState,
): Pick<ValveState, 'state' | 'fault'> => ({
  state: open ? 'open' : closed ? 'closed' : 'unknown',
  fault,
});

/**
 * Valves and relays as they show themselves: read after every return of their line and every quarter minute. One that differs from
 * the last command is reported and left as it is: somebody may have turned it by hand, with reason.
 */
export class Valves {
  readonly #parts: ValvesParts;
  /** With the point and the place where it was read: what has the device's place elsewhere is another one. */
  readonly #states = new Map<string, { state: ValveState; point: WritePoint; unit: string }>();
  /** What was last said of each; nothing after a start, where a fault of the run before may be open. */
  readonly #reported = new Map<string, { point: WritePoint; text: string | null }>();
  /** Each is read so often. */
  readonly lookMs = LOOK_MS;
  #off: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Lines whose valves are being read. */
  readonly #looking = new Set<string>();

  constructor(parts: ValvesParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#off ??= this.#parts.commands.onLineUp((deviceIds) => {
      for (const point of this.#valves())
        if (deviceIds.includes(point.deviceId)) this.look(point).catch((error: unknown) => this.#failed(error));
    });
    this.#timer ??= setInterval(() => void this.#lookAtAll(), LOOK_MS);
  }

  stop(): void {
    this.#off?.();
    this.#off = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  state(pointId: string): ValveState {
    const seen = this.#states.get(pointId);
    return seen && this.#isWhere(seen.point, seen.unit) ? seen.state : nothing;
  }

  /** Neither the point was moved nor its device. */
  #isWhere(point: WritePoint, unit: string): boolean {
    const { points, commands } = this.#parts;
    // one that was removed is forgotten with the next round
    const now = points.find(point.industryId, point.id) ?? point;
    return wayOf(now) === wayOf(point) && unitOf(commands, point.deviceId) === unit;
  }

  /** Its state is not known until it is read again; a fault that was reported stays until it is over. */
  forget(point: WritePoint): void {
    const unit = unitOf(this.#parts.commands, point.deviceId);
    this.#states.set(point.id, { state: { ...this.state(point.id), state: 'unknown' }, point, unit });
  }

  /** Reads one valve now. */
  async look(point: WritePoint): Promise<ValveState> {
    const { valve } = point;
    if (!valve) return nothing;
    const { clock, journal, commands } = this.#parts;
    const { id, deviceId } = point;
    const unit = unitOf(commands, deviceId);
    const [first, closed] = [await this.#bit(point, valve.openFeedback), await this.#bit(point, valve.closedFeedback)];
    // it may have moved between the two
    const open = first && closed ? await this.#bit(point, valve.openFeedback) : first;
    const coil = await this.#coil(point);
    if (!this.#isWhere(point, unit)) return this.state(id);
    const last = journal.lastCarriedOut(point, unit)?.value ?? null;
    const commanded = last === valve.openValue ? 'open' : last === valve.closeValue ? 'close' : null;
    const isRead = open !== null || closed !== null || coil !== null;
    const before = this.state(id);
    const readAtMs = isRead ? clock.now() : before.readAtMs;
    const isUnread = (valve.openFeedback && open === null) || (valve.closedFeedback && closed === null) || !isRead;
    const shown = isUnread ? unreadState(open, closed, before) : stateOf(open, closed, coil);
    const wanted = commanded === 'open' ? 'open' : commanded === 'close' ? 'closed' : null;
    const isSettled = shown.state === 'open' || shown.state === 'closed';
    const differs = wanted !== null && isSettled && shown.state !== wanted && !this.#isTravelling(point);
    const state: ValveState = { ...shown, commanded, differs, readAtMs };
    // what was not read does not say that anything is right again
    if (!isUnread || differs) this.#report(point, state);
    this.#states.set(id, { state, point, unit });
    return state;
  }

  #report(point: WritePoint, { fault, differs, state, commanded }: ValveState): void {
    const text = fault ?? (differs ? `it is ${state}, and the last command was ${commanded}` : null);
    if (text === this.#reported.get(point.id)?.text) return;
    this.#reported.set(point.id, { point, text });
    if (text !== null) this.#parts.onFault(point, text);
    else this.#parts.onRight(point);
  }

  /** What is no valve any more has no fault. */
  #forgetGone(): void {
    const present = new Set(this.#valves().map(({ id }) => id));
    for (const [id, { point, text }] of this.#reported) {
      if (present.has(id)) continue;
      this.#reported.delete(id);
      this.#states.delete(id);
      if (text !== null) this.#parts.onRight(point);
    }
  }

  #isTravelling({ id, valve }: WritePoint): boolean {
    const { journal, clock, isUnderWay } = this.#parts;
    // its line may have kept it waiting for longer than it travels
    if (isUnderWay(id)) return true;
    const atMs = journal.lastSent(id)?.atMs;
    if (atMs === undefined) return false;
    const passedMs = clock.now() - atMs;
    // negative after the clock was set back
    return valve !== null && passedMs >= 0 && passedMs < valve.travelMs;
  }

  async #bit(
    { deviceId }: WritePoint,
    feedback: { space: 'coil' | 'discrete'; address: number; on: boolean } | null,
  ): Promise<boolean | null> {
    if (!feedback) return null;
    const read = await this.#parts.commands.read(
      deviceId,
      { space: feedback.space, address: feedback.address, count: 1 },
      READ_WITHIN_MS,
    );
    return read.kind === 'answered' ? (read.words[0] === 1) === feedback.on : null;
  }

  async #coil({ deviceId, fn, address, valve }: WritePoint): Promise<boolean | null> {
    if (fn !== 5 && fn !== 15) return null;
    const read = await this.#parts.commands.read(deviceId, { space: 'coil', address, count: 1 }, READ_WITHIN_MS);
    return read.kind === 'answered' ? read.words[0] === valve?.openValue : null;
  }

  /** Lines side by side, so that one which does not answer holds up no other. */
  async #lookAtAll(): Promise<void> {
    const { commands } = this.#parts;
    this.#forgetGone();
    const lines = Map.groupBy(this.#valves(), ({ deviceId }) => commands.placeOf(deviceId)?.line ?? deviceId);
    await Promise.all([...lines].map(([line, points]) => this.#lookAlong(line, points)));
  }

  async #lookAlong(line: string, points: readonly WritePoint[]): Promise<void> {
    if (this.#looking.has(line)) return;
    this.#looking.add(line);
    try {
      for (const point of points) await this.look(point);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#looking.delete(line);
    }
  }

  #failed(error: unknown): void {
    this.#parts.log.error({ err: error }, 'valves could not be looked at');
  }

  #valves(): WritePoint[] {
    return this.#parts.points.all().filter(({ valve }) => valve !== null);
  }
}
