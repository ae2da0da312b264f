import { expect } from 'vitest';
import type { Username } from '../plants.ts';
import { accepted, type Section } from '../sentence.ts';

/** The values at a place, such as `units.*.meta`; what is null or left out there is no value. */
export const valuesAt = (root: unknown, place: string): unknown[] =>
  (place === '' ? [] : place.split('.')).reduce<unknown[]>(
    (found, step) =>
      found
        .flatMap((one) => {
          if (typeof one !== 'object' || one === null) return [];
          return step === '*' ? Object.values(one) : [Reflect.get(one, step)];
        })
        .filter((one) => one !== null && one !== undefined),
    [root],
  );

/** Field names by place, as words. */
export type Fields = Readonly<Record<string, string>>;

/** Each place is there at least once, and holds these fields wherever it is. */
export const hasFields = (body: unknown, fields: Fields): void => {
  for (const [place, names] of Object.entries(fields)) {
    const values = valuesAt(body, place);
    expect(values.length, `nothing at ${place}`).toBeGreaterThan(0);
    for (const value of values) {
      const lacking = names.split(/\s+/).filter((name) => !(name in (value as object)));
      expect(lacking, `${place || 'the answer'} lacks`).toEqual([]);
    }
  }
};

export const window = 'from to label timezone shiftStart open';
export const series = 'key name unit start stepMinutes values quality completeness';
export const stat = 'value unit completeness';
export const compared = `${stat} previous changePct`;

/** A GET answers with these fields. */
export const answers = (
  operation: string,
  path: string,
  fields: Fields,
  user: Username = 'admin',
): Section['sentences'][number] => [
  `${operation} has its documented fields`,
  async (at) => hasFields(accepted(await at.get(path, user)), fields),
];
