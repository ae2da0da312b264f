import type { RegisterRange } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { dataBytes, functionOfSpace } from '../pdu.ts';
import { barredBy } from './barred.ts';
import type { FieldOperation, ReadOperation } from './codec.ts';

/** Longest that a device may keep an answer back and still be expected to send it; a gateway with transaction ids gives up sooner. */
const forgetMs = { rtu: 60_000, mbap: 10_000 };
const maxProbeCount = 125;
const unansweredOfDead = 3;
const bitSpaces = ['coil', 'discrete'] as const;

/** After so many different probes they come again: of a device that is away every shape would be in doubt. */
const mostProbes = 6;

type Shape = { functionCode: number; byteCount: number };

/** What went unanswered; `probe`: in place of a request. */
type Asked = Shape & { atMs: number; probe: ReadOperation | null };

const shapeOf = (operation: FieldOperation): Shape => {
  if (operation.kind !== 'read') return { functionCode: 0, byteCount: 0 };
  const { space, count } = operation;
  return { functionCode: functionOfSpace[space], byteCount: dataBytes(space, count) };
};

const isSame = (a: Shape, b: Shape): boolean => a.functionCode === b.functionCode && a.byteCount === b.byteCount;

const isProbe = ({ probe }: Asked): boolean => probe !== null;

/**
 * RTU answers carry no number, and a gateway gives those of its serial line the number of the request that it is at. After a request went
 * unanswered its answer may still come, and pass for that of the next request of the same shape. So a unit in doubt is first asked for
 * something of another shape: once that is answered, everything before it has come or never will. While a unit is in doubt nothing but
 * probes is sent to it, so that any probe's answer, be it late, follows those of all requests.
 */
export class ShapeGuard {
  readonly #clock: Clock;
  readonly #forgetMs: number;
  readonly #outstanding = new Map<number, Asked[]>();
  /** The last probe, by unit. */
  readonly #probes = new Map<number, ReadOperation>();
  /** Requests in a row that went unanswered, by unit. */
  readonly #silence = new Map<number, number>();

  constructor(clock: Clock, framing: keyof typeof forgetMs = 'rtu') {
    this.#clock = clock;
    this.#forgetMs = forgetMs[framing];
  }

  /** A request to the unit was not answered in time, or came back damaged. */
  unanswered(unit: number, operation: FieldOperation): void {
    this.#silence.set(unit, (this.#silence.get(unit) ?? 0) + 1);
    this.#doubt(unit, operation);
  }

  /** The unit has said something to a request, be it an exception. */
  spoke(unit: number): void {
    this.#silence.delete(unit);
  }

  /** It has answered none of several requests in a row: not late, but gone. */
  isDead(unit: number): boolean {
    return (this.#silence.get(unit) ?? 0) >= unansweredOfDead;
  }

  /**
   * A read that no outstanding answer can be taken for; null when the unit is not in doubt.
   * @throws Failure `badAnswer` where all such reads are barred.
   */
  probe(unit: number, wanted: FieldOperation, barred: readonly RegisterRange[] = []): ReadOperation | null {
    if (!this.#outstanding.has(unit)) return null;
    const asked = this.#fresh(unit);
    if (asked.every(isProbe) && !asked.some((one) => isSame(one, shapeOf(wanted)))) return null;
    const probe = againOf(asked, barred) ?? anotherThan(asked, wanted, barred);
    this.#probes.set(unit, probe);
    return probe;
  }

  /**
   * The probe was answered, with data or an exception. An exception says nothing of the count, so it proves only that
   * the unit is in step when no request of its function code is outstanding. Answers whether the doubt about requests is over.
   */
  answered(unit: number, probe: ReadOperation, isException: boolean): boolean {
    const asked = this.#fresh(unit);
    const mayHaveGiven = (one: Asked): boolean =>
      isException ? one.functionCode === shapeOf(probe).functionCode : isSame(one, shapeOf(probe));
    if (asked.some((one) => !isProbe(one) && mayHaveGiven(one))) {
      this.#doubt(unit, probe);
      return false;
    }
    // where it was an earlier probe's, those after that are still to come
    if (asked.some(mayHaveGiven)) this.#outstanding.set(unit, asked.filter(isProbe));
    else this.#outstanding.delete(unit);
    return true;
  }

  /** An answer to this may be still to come. */
  #doubt(unit: number, operation: FieldOperation): void {
    const isProbing = operation === this.#probes.get(unit);
    const asked: Asked = {
      ...shapeOf(operation),
      atMs: this.#clock.monotonicMs(),
      probe: isProbing && operation.kind === 'read' ? operation : null,
    };
    const others = this.#fresh(unit).filter((one) => !isSame(one, asked) || isProbe(one) !== isProbe(asked));
    this.#outstanding.set(unit, [...others, asked]);
  }

  #fresh(unit: number): Asked[] {
    const sinceMs = this.#clock.monotonicMs() - this.#forgetMs;
    return (this.#outstanding.get(unit) ?? []).filter(({ atMs }) => atMs >= sinceMs);
  }
}

/** The probe that was asked longest ago, once there are enough of them. */
const againOf = (asked: readonly Asked[], barred: readonly RegisterRange[]): ReadOperation | undefined => {
  const probes = asked.flatMap(({ probe }) => (probe && !barredBy(probe, barred) ? [probe] : []));
  if (probes.length < mostProbes || asked.every(isProbe)) return undefined;
  return probes.find((probe) => !asked.some((one) => !isProbe(one) && isSame(one, shapeOf(probe))));
};

/** @throws Failure `badAnswer` where all such reads are barred. */
const anotherThan = (asked: readonly Asked[], wanted: FieldOperation, barred: readonly RegisterRange[]): ReadOperation => {
  const address = 'address' in wanted ? wanted.address : 0;
  const preferred = wanted.kind === 'read' && wanted.space === 'input' ? 'input' : 'holding';
  const isFree = (probe: ReadOperation): boolean => !asked.some((one) => isSame(one, shapeOf(probe))) && !barredBy(probe, barred);
  for (const spaces of [[preferred, preferred === 'input' ? 'holding' : 'input'], bitSpaces] as const)
    for (let count = 1; count < maxProbeCount; count += 2)
      for (const space of spaces)
        for (const tried of [count, count + 1]) {
          const probe: ReadOperation = { kind: 'read', space, address, count: tried };
          if (isFree(probe)) return probe;
        }
  const last: ReadOperation = { kind: 'read', space: preferred, address, count: maxProbeCount };
  if (!barredBy(last, barred)) return last;
  throw new Failure('badAnswer', 'no register may be read that would show whose answers these are');
};
