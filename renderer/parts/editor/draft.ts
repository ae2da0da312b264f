import { keepIn } from '../../api/keepIn.ts';

/** What is being changed and not saved, with the version that it was made from. */
type Draft<D> = { version: number; base: D; doc: D };

export const draftKey = (kind: string, industryName: string, username: string): string =>
  `headworks.editor.${kind}.${industryName}.${username}`;

export const readDraft = <D>(storage: Storage, key: string): Draft<D> | null => {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? 'null');
    return typeof kept === 'object' && kept !== null && 'doc' in kept && 'base' in kept ? (kept as Draft<D>) : null;
  } catch {
    return null;
  }
};

/**
 * Keeps the draft of one page. Another tab of this browser may have changes of the same: those are neither written over nor taken
 * away, only what this page read or kept itself.
 */
export const draftKeeper = <D>(storage: Storage, key: string) => {
  let own = storage.getItem(key);
  return {
    /** Whether it is kept: the browser has room, and nothing of another tab is there. */
    keep: (draft: Draft<D>): boolean => {
      const there = storage.getItem(key);
      const text = JSON.stringify(draft);
      if ((there !== null && there !== own) || !keepIn(storage, key, text)) return false;
      own = text;
      return true;
    },
    forget: (): void => {
      if (storage.getItem(key) === own) storage.removeItem(key);
    },
  };
};
