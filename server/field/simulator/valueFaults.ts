import type { TagKind } from '../../contract/model/field.ts';
import { HOUR_MS } from '../../core/time.ts';
import type { ValueFault } from './faults.ts';

type On = { fault: ValueFault; value: number; sinceMs: number; shown: number };

/** The faults switched on in one tag: what its registers show for a true value. */
export class ValueFaults {
  readonly #kind: TagKind;
  readonly #on = new Map<ValueFault['kind'], On>();
  /** What leaks of the past left in a counter. */
  #leaked = 0;

  constructor(kind: TagKind) {
    this.#kind = kind;
  }

  /** `value` and `shown` are the true value and the one on display at `atMs`, epoch ms. */
  inject(fault: ValueFault, { value, shown, atMs }: { value: number; shown: number; atMs: number }): void {
    this.clear(fault.kind, atMs);
    this.#on.set(fault.kind, { fault, value, shown, sinceMs: atMs });
  }

  /** Whether there was anything to switch off. */
  clear(kind: string | undefined, atMs: number): boolean {
    const before = this.#on.size;
    for (const [on, { fault }] of [...this.#on]) {
      if (kind !== undefined && kind !== on) continue;
      if (fault.kind === 'leak' && this.#kind === 'counter') this.#leaked += this.#leak(atMs);
      this.#on.delete(on);
    }
    return this.#on.size < before;
  }

  list(): ValueFault[] {
    return [...this.#on.values()].map(({ fault }) => fault);
  }

  shown(value: number, atMs: number): number {
    const stuck = this.#on.get('stuck');
    if (stuck) return stuck.shown;
    const full = value + this.#leaked + this.#leak(atMs);
    const counted = full - (this.#on.get('counterReset')?.value ?? 0);
    const rollover = this.#on.get('counterRollover')?.fault;
    return rollover?.kind === 'counterRollover' ? counted % rollover.modulus : counted;
  }

  #leak(atMs: number): number {
    const leak = this.#on.get('leak');
    if (leak?.fault.kind !== 'leak') return 0;
    return this.#kind === 'counter' ? (leak.fault.perHour * (atMs - leak.sinceMs)) / HOUR_MS : leak.fault.perHour;
  }
}
