import type { RegisterRange } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { dataBytes, functionOfSpace } from '../pdu.ts';
import { barredBy } from './barred.ts';
import type { FieldOperation, ReadOperation } from './codec.ts';

/** Longest that a device may keep an answer back and still be expected to send it. */
const forgetMs = 60_000;
const maxProbeCount = 125;
const unansweredOfDead = 3;
const bitSpaces = ['coil', 'discrete'] as const;

type Shape = { functionCode: number; byteCount: number; atMs: number };

const shapeOf = (operation: FieldOperation, atMs: number): Shape => {
  if (operation.kind !== 'read') return { functionCode: 0, byteCount: 0, atMs };
  const { space, count } = operation;
  return { functionCode: functionOfSpace[space], byteCount: dataBytes(space, count), atMs };
};

/**
 * RTU answers carry no number. After a request went unanswered its answer may still come, and pass for that of the
 * next request of the same shape. So a unit in doubt is first asked for something of another shape: once that is
 * answered, everything before it has come or never will.
 */
export class ShapeGuard {
  readonly #clock: Clock;
  readonly #outstanding = new Map<number, Shape[]>();
  /** Requests in a row that went unanswered, by unit. */
  readonly #silence = new Map<number, number>();

  constructor(clock: Clock) {
    this.#clock = clock;
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
    const shapes = this.#fresh(unit);
    if (shapes.length === 0) return null;
    const address = 'address' in wanted ? wanted.address : 0;
    const preferred = wanted.kind === 'read' && wanted.space === 'input' ? 'input' : 'holding';
    const isFree = (probe: ReadOperation): boolean =>
      !shapes.some((shape) => isSame(shape, shapeOf(probe, 0))) && !barredBy(probe, barred);
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
  }

  /**
   * The probe was answered, with data or an exception. An exception says nothing of the count, so it proves only that
   * the unit is in step when no other answer of its function code is outstanding. Answers whether the doubt is over.
   */
  answered(unit: number, probe: ReadOperation, isException: boolean): boolean {
    const { functionCode } = shapeOf(probe, 0);
    const isProof = !isException || !this.#fresh(unit).some((shape) => shape.functionCode === functionCode);
    if (isProof) this.#outstanding.delete(unit);
    else this.#doubt(unit, probe);
    return isProof;
  }

  /** An answer to this may be still to come. */
  #doubt(unit: number, operation: FieldOperation): void {
    const shapes = this.#fresh(unit);
    shapes.push(shapeOf(operation, this.#clock.monotonicMs()));
    this.#outstanding.set(unit, shapes);
  }

  #fresh(unit: number): Shape[] {
    const sinceMs = this.#clock.monotonicMs() - forgetMs;
    return (this.#outstanding.get(unit) ?? []).filter(({ atMs }) => atMs >= sinceMs);
  }
}

const isSame = (a: Shape, b: Shape): boolean => a.functionCode === b.functionCode && a.byteCount === b.byteCount;
