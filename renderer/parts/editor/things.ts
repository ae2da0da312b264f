/** A document as single things by a key such as "node tank-1", so that two of its versions can be compared and joined. */
export type Things = ReadonlyMap<string, object>;

export type Difference = {
  key: string;
  kind: 'added' | 'removed' | 'changed';
  before: object | undefined;
  after: object | undefined;
  /** Of a change: the fields that differ. */
  fields: readonly string[];
};

/** The same text for the same content, whatever the order of the fields; fields that are undefined are absent. */
const stable = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(stable).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, own]) => own !== undefined);
  return `{${entries
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => `${JSON.stringify(key)}:${stable(own)}`)
    .join()}}`;
};

const isSame = (a: unknown, b: unknown): boolean => a === b || stable(a) === stable(b);

const fieldsThatDiffer = (before: object, after: object): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => !isSame(Reflect.get(before, key), Reflect.get(after, key)),
  );

/** What became of the things: in the order of the newer document, what was removed last. */
export const differences = (before: Things, after: Things): Difference[] => [
  ...[...after].flatMap(([key, now]): Difference[] => {
    const was = before.get(key);
    if (was === undefined) return [{ key, kind: 'added', before: undefined, after: now, fields: [] }];
    return isSame(was, now) ? [] : [{ key, kind: 'changed', before: was, after: now, fields: fieldsThatDiffer(was, now) }];
  }),
  ...[...before].flatMap(([key, was]): Difference[] =>
    after.has(key) ? [] : [{ key, kind: 'removed', before: was, after: undefined, fields: [] }],
  ),
];

/**
 * Theirs with what I changed since both began from `base`. A thing that both changed gets my fields and keeps theirs where I
 * changed none; one that either removed and the other changed stays changed.
 * @returns the things, and the keys that both changed
 */
export const joined = (base: Things, mine: Things, theirs: Things): { things: Things; both: string[] } => {
  const things = new Map(theirs);
  const theirKeys = new Set(differences(base, theirs).map(({ key }) => key));
  const both: string[] = [];
  for (const { key, kind, before, after, fields } of differences(base, mine)) {
    const isBoth = theirKeys.has(key);
    if (isBoth) both.push(key);
    if (kind === 'removed') {
      if (!isBoth) things.delete(key);
      continue;
    }
    const their = theirs.get(key);
    if (after === undefined) continue;
    const isMixed = before !== undefined && their !== undefined;
    const mineOnly = Object.fromEntries(fields.map((field) => [field, Reflect.get(after, field)]));
    things.set(key, isMixed ? { ...their, ...mineOnly } : after);
  }
  return { things, both };
};
