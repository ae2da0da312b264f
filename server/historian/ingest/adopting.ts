import { Failure } from '../../core/fail.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { SlotEngine } from '../slots/slotEngine.ts';
import type { AdoptedDay, SlotStore } from '../store/slotStore.ts';
import type { SlotWriter } from '../store/slotWriter.ts';

type Parts = {
  engine: SlotEngine;
  writer: SlotWriter;
  slotStore: SlotStore;
  /** Stores everything taken so far. */
  flush(): Promise<void>;
  fault(): string | null;
};

/** Whole closed days that come from elsewhere and take the place of what is stored. */
export class Adopting {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /**
   * In one transaction, and published as corrections are.
   * @param beside what else belongs to that transaction.
   * @throws Failure `conflict` for a day that is not closed here, `unavailable` while nothing can be stored.
   */
  async adopt(days: readonly AdoptedDay[], beside: (tx: WriteTx) => void): Promise<void> {
    const { engine, writer, slotStore, flush, fault } = this.#parts;
    await flush();
    const reason = fault();
    if (reason !== null) throw new Failure('unavailable', `readings cannot be stored at present: ${reason}`);
    for (const { seriesId, industryId, day } of days)
      if (day > writer.closedDay(industryId) || engine.find(seriesId)?.days.isChanging(day))
        throw new Failure('conflict', 'the day is not closed here');
    slotStore.transaction((tx) => {
      for (const day of days) slotStore.adopt(tx, day);
      beside(tx);
    });
    for (const { seriesId, day } of days) engine.find(seriesId)?.days.forget(day);
    writer.adopted(days);
    await flush();
  }
}
