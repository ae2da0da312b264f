import type { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';

const MAX_CHARACTERS = 256;
const verbs = ['select', 'insert', 'update', 'delete', 'drop', 'alter', 'create', 'attach', 'pragma', 'exec'];
const signs = [
  'sqlite_master',
  'sqlite_schema',
  'information_schema',
  'load_extension',
  ';--',
  "'--",
  ...verbs.map((verb) => `;${verb} `),
];

/** Words that also occur in names, and what makes SQL of them. */
const phrases: [string, RegExp][] = [
  [' union select ', /[,(*'"\d]| null | from /],
  [' union all select ', /[,(*'"\d]| null | from /],
  [' attach database ', / as /],
];

/** `or x=x`, `and 'a'='a'`. */
const isTautology = (text: string): boolean => {
  const words = text
    .replace(/['"()]/g, ' ')
    .split('=')
    .map((side) => side.trim())
    .join('=')
    .split(' ')
    .filter(Boolean);
  return words.some((word, at) => {
    if (at === 0 || !/^(or|and)$/.test(words[at - 1] ?? '')) return false;
    const [left, right, ...rest] = (word.split(/;|--/, 1)[0] ?? '').split('=');
    return rest.length === 0 && right !== undefined && left !== '' && left === right;
  });
};

/** Ids, dates and enums, which nearly all values are, hold none of the signs. */
const isPlain = (value: string): boolean => /^[\w.:,|/+-]{0,256}$/.test(value) && !/sqlite_|_schema|_extension/i.test(value);

/** Whether a value looks like SQL meant to be injected. A tripwire: the defence is bound parameters. Linear in time. */
export const looksInjected = (value: string): boolean => {
  if (isPlain(value)) return false;
  const text = ` ${value
    .slice(0, MAX_CHARACTERS)
    .toLowerCase()
    .split('/*')
    .map((part, index) => (index === 0 ? part : (part.split('*/')[1] ?? '')))
    .join(' ')
    .split(/\s/)
    .filter(Boolean)
    .join(' ')} `;
  const tight = text.replaceAll('; ', ';').replaceAll("' --", "'--");
  return (
    signs.some((sign) => tight.includes(sign)) ||
    phrases.some(([phrase, proof]) => text.includes(phrase) && proof.test(text)) ||
    isTautology(text)
  );
};

const isFreeText = (schema: z.ZodObject, name: string): boolean => {
  const field: unknown = schema.shape[name];
  if (typeof field !== 'object' || field === null || !('meta' in field) || typeof field.meta !== 'function') return false;
  return (field as z.ZodType).meta()?.freeText === true;
};

/** By schema, its fields that are looked at. */
const watched = new WeakMap<z.ZodObject, ReadonlySet<string>>();

const watchedOf = (schema: z.ZodObject): ReadonlySet<string> => {
  const known = watched.get(schema);
  if (known) return known;
  const names = new Set(Object.keys(schema.shape).filter((name) => !isFreeText(schema, name)));
  watched.set(schema, names);
  return names;
};

/**
 * The name of the first declared path or query parameter that looks injected. Parameters whose schema
 * carries `.meta({ freeText: true })` are names or search words and pass.
 */
export const tripped = (row: Endpoint, params: object, query: object): string | undefined => {
  return trippedIn(row.params, params) ?? trippedIn(row.query, query);
};

const isInjected = (value: unknown): boolean =>
  typeof value === 'string' ? looksInjected(value) : Array.isArray(value) && value.some(isInjected);

const trippedIn = (schema: z.ZodObject | undefined, sent: object): string | undefined => {
  if (!schema) return undefined;
  const names = watchedOf(schema);
  for (const name in sent) if (names.has(name) && isInjected(Reflect.get(sent, name))) return name;
  return undefined;
};
