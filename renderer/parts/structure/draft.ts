import { numberOf } from '../form/problems.ts';
import type { Field, Shape } from './shape.ts';

/** What is typed, in the form of the shape: numbers as they were typed, objects that are left out as undefined. */
export type Draft = string | boolean | undefined | readonly Draft[] | { readonly [name: string]: Draft };
type Things = { readonly [name: string]: unknown };

const isThings = (value: unknown): value is Things => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const fieldsDraft = (fields: readonly Field[], value: unknown, isNew: boolean): Record<string, Draft> =>
  Object.fromEntries(
    fields.map(({ name, shape, initial }) => {
      const own = isThings(value) ? value[name] : undefined;
      return [name, draftOf(shape, own === undefined && isNew ? initial : own, isNew)];
    }),
  );

/** What a form starts with; `isNew` fills in what the schema has as default. */
export const draftOf = (shape: Shape, value: unknown, isNew = false): Draft => {
  switch (shape.kind) {
    case 'flag':
      return value === undefined ? undefined : value === true;
    case 'list':
      return listOf(value).map((one) => draftOf(shape.item, one));
    case 'tuple':
      return shape.items.map((item, at) => draftOf(item, listOf(value)[at]));
    case 'keyed':
      return Object.fromEntries(
        Object.entries(isThings(value) ? value : {}).map(([key, one]) => [key, draftOf(shape.item, one)]),
      );
    case 'object':
      return shape.isOptional && !isThings(value) ? undefined : fieldsDraft(shape.fields, value, isNew);
    case 'variant': {
      if (shape.isOptional && !isThings(value)) return undefined;
      const name = isThings(value) ? String(value[shape.by]) : (shape.variants[0]?.name ?? '');
      const fields = shape.variants.find((one) => one.name === name)?.fields ?? [];
      return { [shape.by]: name, ...fieldsDraft(fields, value, isNew) };
    }
    default:
      return value === undefined || value === null ? '' : String(value);
  }
};

export const partsOf = (draft: Draft): { readonly [name: string]: Draft } =>
  typeof draft === 'object' && !Array.isArray(draft) ? (draft as { readonly [name: string]: Draft }) : {};

const fieldsValue = (fields: readonly Field[], draft: Draft): Things =>
  Object.fromEntries(
    fields.flatMap(({ name, shape, isOptional, empty }) => {
      const value = bodyValue(shape, partsOf(draft)[name]);
      // an empty text is a text: whether it may be empty the schema says
      const needed = shape.kind === 'flag' ? (value ?? false) : shape.kind === 'text' ? (value ?? '') : value;
      const sent = isOptional ? (isNothing(value, shape) ? empty : value) : needed;
      return sent === undefined ? [] : [[name, sent]];
    }),
  );

const isNothing = (value: unknown, { kind }: Shape): boolean =>
  value === undefined || ((kind === 'list' || kind === 'keyed') && Object.keys(value ?? {}).length === 0);

const scalarOf = (typed: string): unknown => {
  const number = numberOf(typed);
  if (typed === 'true' || typed === 'false') return typed === 'true';
  return number === undefined || Number.isNaN(number) ? (number === undefined ? undefined : typed.trim()) : number;
};

/** What is sent; what was left empty is undefined, a number that is none is NaN. */
export const bodyValue = (shape: Shape, draft: Draft): unknown => {
  switch (shape.kind) {
    case 'flag':
      return draft === undefined ? undefined : draft === true;
    case 'list':
      return listOf(draft).map((one) => bodyValue(shape.item, one as Draft));
    case 'tuple':
      return shape.items.map((item, at) => bodyValue(item, listOf(draft)[at] as Draft));
    case 'keyed':
      return Object.fromEntries(Object.entries(partsOf(draft)).map(([key, one]) => [key, bodyValue(shape.item, one)]));
    case 'object':
      return draft === undefined && shape.isOptional ? undefined : fieldsValue(shape.fields, draft);
    case 'variant': {
      if (draft === undefined) return undefined;
      const name = String(partsOf(draft)[shape.by]);
      return { [shape.by]: name, ...fieldsValue(shape.variants.find((one) => one.name === name)?.fields ?? [], draft) };
    }
    case 'number':
      return numberOf(String(draft ?? ''));
    case 'scalar':
      return scalarOf(String(draft ?? ''));
    case 'choice':
      return shape.options.find((one) => String(one) === draft);
    default:
      return typeof draft === 'string' && draft.trim() !== '' ? draft.trim() : undefined;
  }
};

/** The draft with another value at a path. */
export const withAt = (draft: Draft, [first, ...rest]: readonly string[], value: Draft): Draft => {
  if (first === undefined) return value;
  if (Array.isArray(draft)) return draft.map((one, at) => (String(at) === first ? withAt(one, rest, value) : one));
  return { ...partsOf(draft), [first]: withAt(partsOf(draft)[first], rest, value) };
};

/** The value at a path. */
export const draftAt = (draft: Draft, path: readonly string[]): Draft =>
  path.reduce<Draft>((at, part) => (Array.isArray(at) ? at[Number(part)] : partsOf(at)[part]), draft);
