import { z } from 'zod';

/** Of each place: a hole is none of them. */
const areAll = (value: unknown, isOne: (value: unknown) => boolean): boolean => {
  if (!Array.isArray(value)) return false;
  for (let at = 0; at < value.length; at += 1) if (!isOne(value[at])) return false;
  return true;
};

/**
 * A list of plain values, checked in one pass and answered as it is: zod makes an object for each value and a copy of the list, which of a
 * thousand graphs was half of the check of their answer. A list that does not pass is left to zod, which says where and why.
 * @param isOne exactly what the element takes.
 */
const plainList = <E extends z.ZodType>(name: string, element: E, isOne: (value: unknown) => boolean): (() => z.ZodArray<E>) => {
  const List = z.core.$constructor<z.ZodArray<E>, z.ZodArray<E>['def']>(name, (list, def) => {
    z.ZodArray.init(list, def);
    const { parse } = list._zod;
    list._zod.parse = (payload, context) => (areAll(payload.value, isOne) ? payload : parse(payload, context));
  });
  return () => new List({ type: 'array', element });
};

/** Finite numbers. */
export const numbers = plainList('Numbers', z.number(), Number.isFinite);
export const texts = plainList('Texts', z.string(), (value) => typeof value === 'string');
