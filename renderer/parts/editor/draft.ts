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

/** Whether the browser had room for it. */
export const keepDraft = <D>(storage: Storage, key: string, draft: Draft<D>): boolean =>
  keepIn(storage, key, JSON.stringify(draft));
