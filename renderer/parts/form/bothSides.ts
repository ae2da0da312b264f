type Draft = Readonly<Record<string, string | undefined>>;

const has = (value: string | undefined): value is string => value !== undefined && value !== '';
/** A list is one thing: its lines have no names of their own by which two lists could be joined. */
const thingOf = (path: string): string => /^(.*?)\.\d+(\.|$)/.exec(path)?.[1] ?? path;

/** Fields in which two drafts differ, the fields of a list as one. */
export const changedThings = (before: Draft, after: Draft): string[] => {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const differ = paths.filter((path) => (has(before[path]) || has(after[path])) && before[path] !== after[path]);
  return [...new Set(differ.map(thingOf))];
};

/** What was typed, put on top of what somebody else saved: a field is mine where I changed it. */
export const joinedDrafts = <D extends Record<string, string | undefined>>(base: D, mine: D, theirs: D): D => {
  const own = new Set(changedThings(base, mine));
  const paths = [...new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])];
  const joined = paths.map((path) => [path, own.has(thingOf(path)) ? mine[path] : theirs[path]]);
  return Object.fromEntries(joined);
};

/** A field, or a list with its lines, in one line of text. */
export const shownThing = (draft: Draft, thing: string): string => {
  if (has(draft[thing])) return draft[thing];
  const rows = Map.groupBy(
    Object.entries(draft).filter(([path, value]) => path.startsWith(`${thing}.`) && has(value)),
    ([path]) => path.slice(thing.length + 1).split('.')[0] ?? '',
  );
  return [...rows.values()].map((fields) => fields.map(([, value]) => value).join(' ')).join('; ');
};
