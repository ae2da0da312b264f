import type { Writer } from '../../db/writer.ts';
import type { AuditEntry } from '../../features/audit/index.ts';
import { GoneDayStore } from '../../features/sync/restored/goneDayStore.ts';
import { HeldDayStore } from '../../features/sync/restored/heldDayStore.ts';
import type { AfterRestore } from '../../features/sync/round/roundParts.ts';
import { SlotStore } from '../../historian/index.ts';

/** What sync needs of a plant that measures nothing, so that no day is in memory. @param audited gets the entries that sync makes. */
export const withoutEngine = (writer: Writer, audited: AuditEntry[] = []): AfterRestore => {
  const slots = new SlotStore(writer);
  return {
    held: new HeldDayStore(writer),
    gone: new GoneDayStore(writer),
    adopt: async (days, beside) =>
      slots.transaction((tx) => {
        for (const day of days) slots.adopt(tx, day);
        beside(tx);
      }),
    audit: { append: (_, entry) => void audited.push(entry) },
  };
};
