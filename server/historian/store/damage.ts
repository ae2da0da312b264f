import type { DamageReason } from './dayRows.ts';

/** Where readings were found to be not what was written; what is damaged is answered as missing. */
export type Damage = { seriesId: number; day: number; part: 'slots' | 'total'; reason: DamageReason };

/** Damage found in reading, each once, for as long as the server runs. */
export class DamageList {
  readonly #found = new Map<string, Damage>();
  readonly #listeners: ((damage: Damage) => void)[] = [];

  add(damage: Damage): void {
    const key = `${damage.part} ${damage.seriesId} ${damage.day}`;
    if (this.#found.has(key)) return;
    this.#found.set(key, damage);
    for (const listener of this.#listeners) listener(damage);
  }

  has(part: Damage['part'], seriesId: number, day: number): boolean {
    return this.#found.has(`${part} ${seriesId} ${day}`);
  }

  /** Of any series. */
  onDay(day: number): boolean {
    for (const damage of this.#found.values()) if (damage.day === day) return true;
    return false;
  }

  /** It was written anew. */
  drop(part: Damage['part'], seriesId: number, day: number): void {
    this.#found.delete(`${part} ${seriesId} ${day}`);
  }

  all(): Damage[] {
    return [...this.#found.values()];
  }

  onFound(listener: (damage: Damage) => void): void {
    this.#listeners.push(listener);
  }
}
