import type { DocumentRules } from '../editor/useEditedDocument.ts';
import { type Draft, partsOf, withAt } from './draft.ts';

/** The document that a form edits; an object, so that versions are compared by identity. */
export type DraftDocument = { draft: Draft };

/** Fields that together name a row of a list, so that rows of two people are known to be the same one. */
const naming = ['id', 'plantId', 'aquiferId', 'unitId', 'tagId', 'fiscalYear', 'month', 'product'];

const nameOfRow = (row: Draft): string =>
  naming
    .map((name) => partsOf(row)[name])
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ');

const namesOfRows = (rows: readonly Draft[]): readonly string[] | null => {
  const names = rows.map(nameOfRow);
  return names.every((name) => name !== '') && new Set(names).size === names.length ? names : null;
};

/** Key of a part: its path, and the row that it is. */
const keyOf = (path: readonly string[], row?: string): string => JSON.stringify(row === undefined ? { path } : { path, row });
type PartKey = { path: string[]; row?: string };
export const partOf = (key: string): PartKey => JSON.parse(key) as PartKey;

const addParts = (draft: Draft, path: readonly string[], into: Map<string, object>): Map<string, object> => {
  if (Array.isArray(draft)) {
    const names = namesOfRows(draft);
    if (names === null) into.set(keyOf(path), { value: draft });
    else for (const [at, name] of names.entries()) into.set(keyOf(path, name), { ...partsOf(draft[at]) });
  } else if (typeof draft === 'object') for (const [name, one] of Object.entries(draft)) addParts(one, [...path, name], into);
  else if (draft !== undefined) into.set(keyOf(path), { value: draft });
  return into;
};

/** The lists alone, empty: a list without rows has no parts of its own. */
const emptyLists = (draft: Draft): Draft => {
  if (Array.isArray(draft)) return [];
  if (typeof draft !== 'object') return undefined;
  const within = Object.entries(draft)
    .map(([name, one]) => [name, emptyLists(one)] as const)
    .filter(([, one]) => one !== undefined);
  return within.length === 0 ? undefined : Object.fromEntries(within);
};

/** A draft taken apart into fields and named rows, and put together again. */
export const draftRules: DocumentRules<DraftDocument> = {
  thingsOf: ({ draft }) => addParts(draft, [], new Map()),
  documentOf: (things, like) => {
    let draft: Draft = emptyLists(like.draft) ?? {};
    for (const [key, thing] of things) {
      const { path, row } = partOf(key);
      if (row === undefined) draft = withAt(draft, path, Reflect.get(thing, 'value') as Draft);
      else {
        const rows = path.reduce<Draft>((at, part) => partsOf(at)[part], draft);
        draft = withAt(draft, path, [...(Array.isArray(rows) ? rows : []), thing as Draft]);
      }
    }
    return { draft };
  },
};
