import { z } from 'zod';
import { keepIn } from '../../api/keepIn.ts';

const kept = z.object({
  fields: z.record(z.string(), z.string()),
  /** Ids of the signals that were left out. */
  left: z.array(z.string()),
});
type Kept = z.infer<typeof kept>;

const keyOf = (what: string): string => `headworks.newMeter.${what}`;

/** What was typed of a line, or of the unit that a device is to feed, kept in this browser until that is made. @param what `line`, or the id of the device */
export const readTyped = (storage: Storage, what: string): Kept => {
  try {
    return kept.parse(JSON.parse(storage.getItem(keyOf(what)) ?? ''));
  } catch {
    return { fields: {}, left: [] };
  }
};

export const keepTyped = (storage: Storage, what: string, draft: Kept): boolean =>
  keepIn(storage, keyOf(what), JSON.stringify(draft));

export const forgetTyped = (storage: Storage, what: string): void => storage.removeItem(keyOf(what));

/** The proposal with what was typed in its place; a kind that cannot be chosen is not taken. */
export const withTyped = <D extends Record<string, string>>(start: D, { fields }: Kept, kinds: readonly string[]): D => {
  const typed = Object.entries(fields).filter(([name, value]) => name in start && (name !== 'kind' || kinds.includes(value)));
  return { ...start, ...(Object.fromEntries(typed) as Partial<D>) };
};
