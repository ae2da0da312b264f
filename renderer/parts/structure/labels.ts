/** Labels of the fields of a schema, by the ends of their paths: "tank.diameter" goes before "diameter". */
export type Labels = {
  fields: Readonly<Record<string, string>>;
  hints: Readonly<Record<string, string>>;
  /** Labels of choices, by value: "kind.valve" goes before "valve". */
  options: Readonly<Record<string, string>>;
  /** Units, the same in every language. */
  units: Readonly<Record<string, string>>;
};

/** The entry of the longest end of a path. */
export const byEnd = (entries: Readonly<Record<string, string>>, path: string): string | undefined => {
  const parts = path.split('.');
  for (let at = 0; at < parts.length; at += 1) {
    const found = entries[parts.slice(at).join('.')];
    if (found !== undefined) return found;
  }
  return undefined;
};

export const labelOf = ({ fields }: Labels, path: string): string => byEnd(fields, path) ?? path;
export const optionLabel = ({ options }: Labels, path: string, value: string): string =>
  byEnd(options, `${path}.${value}`) ?? value;
