import type { WritePointNow } from '../../contract/plant/commands.ts';
import type { Clock } from '../../core/clock.ts';
import { contentTag } from '../../core/contentTag.ts';
import { Failure } from '../../core/fail.ts';
import type { FieldCommands } from '../../core/field/command.ts';
import { iso, isoOrNull } from '../../core/time.ts';
import type { Condition } from './commander.ts';
import { ownPlace, shownAt } from './frames.ts';
import type { DeviceLookup, WritePoint } from './model.ts';
import type { WritePoints } from './points.ts';
import { unitOf } from './readBack.ts';
import type { ValveState } from './valves.ts';

type Parts = {
  points: Pick<WritePoints, 'find'>;
  devices: Pick<DeviceLookup, 'device'>;
  commands: Pick<FieldCommands, 'read' | 'decode' | 'placeOf'>;
  valves: { state(pointId: string): ValveState; readonly lookMs: number };
  commander: { conditions(point: WritePoint): Condition[] };
  clock: Clock;
};

type Shown = { value: number | null; readAtMs: number | null };

const unread: Shown = { value: null, readAtMs: null };

const SCAN_MS = 5000;
const SCANS = 2;
const READ_WITHIN_MS = 2000;

const conditionOf = ({ interlock: { text, is, value: limit }, measure, state, refusal }: Condition) => ({
  text,
  is,
  limit,
  measure,
  value: state?.quality === 'GOOD' && typeof state.value === 'number' ? state.value : null,
  readAt: isoOrNull(state?.lastGoodAtMs ?? null),
  isMet: refusal === null,
  refusal,
});

/** What write points are now; a set point is read from its device at most once a scan, however many look at it. */
export class PointsNow {
  readonly #parts: Parts;
  readonly #shown = new Map<string, Shown & { askedAtMs: number; of: string }>();
  readonly #asking = new Map<string, Promise<Shown>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws Failure `notFound` for a point that the industry does not have. */
  async of(industryId: string, pointId: string): Promise<WritePointNow> {
    const { points, devices, valves, commander, clock } = this.#parts;
    const point = points.find(industryId, pointId);
    if (!point) throw new Failure('notFound', 'write point not found');
    const { readAtMs, ...valve } = valves.state(pointId);
    const shown = point.valve ? { value: null, readAtMs } : await this.#value(point);
    return {
      id: point.id,
      name: point.name,
      at: iso(clock.now()),
      slaveId: devices.device(industryId, point.deviceId)?.slaveId ?? 0,
      value: shown.value,
      readAt: isoOrNull(shown.readAtMs),
      staleAfterMs: SCANS * (point.valve ? valves.lookMs : SCAN_MS),
      valve: point.valve ? valve : null,
      interlocks: commander.conditions(point).map(conditionOf),
    };
  }

  #value(point: WritePoint): Promise<Shown> {
    // a pulse leaves nothing in its register that would say anything
    if (point.kind === 'command') return Promise.resolve({ value: null, readAtMs: null });
    const known = this.#shown.get(point.id);
    const of = this.#sourceOf(point);
    const nowMs = this.#parts.clock.monotonicMs();
    if (known && known.of === of && nowMs - known.askedAtMs < SCAN_MS) return Promise.resolve(known);
    const key = `${point.id} ${of}`;
    const asking = this.#asking.get(key) ?? this.#read(point, of).finally(() => this.#asking.delete(key));
    this.#asking.set(key, asking);
    return asking;
  }

  /** Of one point at one place: neither a point that was moved, or made anew, nor a device that was moved shows what was read before. */
  #sourceOf(point: WritePoint): string {
    return `${contentTag(point)} ${unitOf(this.#parts.commands, point.deviceId)}`;
  }

  async #read(point: WritePoint, of: string): Promise<Shown> {
    const { commands, clock } = this.#parts;
    const askedAtMs = clock.monotonicMs();
    const read = await commands.read(point.deviceId, ownPlace(point), READ_WITHIN_MS);
    const before = this.#shown.get(point.id);
    const last = before?.of === of ? before : unread;
    if (this.#sourceOf(point) !== of) return unread;
    const shown: Shown = read.kind === 'answered' ? { value: shownAt(point, read.words, commands), readAtMs: clock.now() } : last;
    this.#shown.set(point.id, { ...shown, askedAtMs, of });
    return shown;
  }
}
