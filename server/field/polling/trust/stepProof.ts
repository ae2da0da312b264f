import type { RegisterRange } from '../../../contract/model/field.ts';
import { barredBy } from '../../ports/barred.ts';
import type { FieldOperation, ReadOperation } from '../../ports/codec.ts';

/** Readings can be withdrawn for a minute after they came: a proof at least this often finds wrong ones in time. */
const everyMs = 45_000;
const firstMs = 10_000;
/** Two blocks of one shape were asked for within this time. */
const sharedMs = 60_000;
/** A device that keeps silent at so many proofs is asked for none. */
const silencesToStop = 3;

/** The space whose answers look alike but for their function. */
const twinSpace = { holding: 'input', input: 'holding', coil: 'discrete', discrete: 'coil' } as const;

type Unit = { provenMs: number; lastShape: number; silences: number };
type Shared = { block: number; otherMs: number };

const isBits = ({ space }: ReadOperation): boolean => space === 'coil' || space === 'discrete';

/**
 * Whether the answers of a line are in step with the requests. A device or gateway that gives each request the answer of the one before
 * shows no frame too many as long as all are of one shape. An answer of another shape than the last one proves the step; where all
 * requests of a unit are alike, one of another shape is put in.
 */
export class StepProof {
  readonly #units = new Map<number, Unit>();
  readonly #shared = new Map<number, Shared>();

  sending(shape: number, block: number, nowMs: number): void {
    const known = this.#shared.get(shape);
    if (known && known.block !== block) known.otherMs = nowMs;
    if (known) known.block = block;
    else this.#shared.set(shape, { block, otherMs: Number.NEGATIVE_INFINITY });
  }

  answered(unit: number, shape: number, nowMs: number): void {
    const known = this.#units.get(unit);
    if (!known) this.#units.set(unit, { provenMs: nowMs + firstMs - everyMs, lastShape: shape, silences: 0 });
    else if (known.lastShape !== shape) {
      known.provenMs = nowMs;
      known.lastShape = shape;
      known.silences = 0;
    }
  }

  proven(unit: number, nowMs: number): void {
    const known = this.#units.get(unit);
    if (!known) return;
    known.provenMs = nowMs;
    known.silences = 0;
  }

  /** The request that was to prove the step stayed without an answer. */
  failed(unit: number, nowMs: number): void {
    const known = this.#units.get(unit);
    if (!known) return;
    known.provenMs = nowMs;
    known.silences += 1;
  }

  /** What to ask before a request, if anything. */
  before(
    unit: number,
    operation: FieldOperation,
    { shape, nowMs, barred }: { shape: number; nowMs: number; barred: readonly RegisterRange[] },
  ): ReadOperation | null {
    const known = this.#units.get(unit);
    if (operation.kind !== 'read' || !known || known.silences >= silencesToStop) return null;
    const isShared = nowMs - (this.#shared.get(shape)?.otherMs ?? Number.NEGATIVE_INFINITY) < sharedMs;
    if (!isShared || shape !== known.lastShape || nowMs - known.provenMs < everyMs) return null;
    const step = isBits(operation) ? 8 : 1;
    const resized = { ...operation, count: operation.count > step ? operation.count - step : operation.count + step };
    const elsewhere = { ...operation, space: twinSpace[operation.space] };
    return [resized, elsewhere].find((read) => !barredBy(read, barred)) ?? null;
  }
}
