import { z } from 'zod';

export type Field = {
  name: string;
  shape: Shape;
  /** May be left out, also as an empty list. */
  isOptional: boolean;
  /** What is sent where nothing is typed. */
  empty: null | undefined;
  initial?: unknown;
};

/** What a form draws of a schema; built from the schema that the server checks by. */
export type Shape =
  /** A moment is chosen by its date; a scalar is a number or a text, as it is typed. */
  | { kind: 'number' | 'text' | 'date' | 'moment' | 'flag' | 'scalar' }
  | { kind: 'choice'; options: readonly (string | number)[] }
  | { kind: 'list'; item: Shape; initial?: unknown }
  | { kind: 'tuple'; items: readonly Shape[] }
  /** `isOptional`: may be left out as a whole. */
  | { kind: 'object'; fields: readonly Field[]; isOptional?: boolean }
  | { kind: 'keyed'; item: Shape }
  | { kind: 'variant'; by: string; variants: readonly { name: string; fields: readonly Field[] }[]; isOptional?: boolean };

type Json = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  enum?: readonly (string | number)[];
  const?: string | number;
  properties?: Record<string, Json>;
  required?: readonly string[];
  additionalProperties?: Json | boolean;
  propertyNames?: Json;
  items?: Json | boolean;
  prefixItems?: readonly Json[];
  anyOf?: readonly Json[];
  oneOf?: readonly Json[];
  default?: unknown;
  $defs?: Record<string, Json>;
};

/** "A number or null" may be written as one type or as two parts. */
const partsOfJson = (json: Json): readonly Json[] =>
  typeof json.type === 'object' ? json.type.map((type) => ({ ...json, type })) : (json.anyOf ?? []);

const isNull = ({ type }: Json): boolean => type === 'null';

const shapeOfJson = (json: Json, defs: Record<string, Json>): Shape => {
  if (json.$ref !== undefined) return shapeOfJson(defs[json.$ref.split('/').at(-1) ?? ''] ?? {}, defs);
  const parts = partsOfJson(json).filter((part) => !isNull(part));
  if (parts.length === 1 && parts[0] !== undefined) return shapeOfJson(parts[0], defs);
  if (parts.some(({ type }) => type === 'number') && parts.some(({ type }) => type !== 'number')) return { kind: 'scalar' };
  const variants = json.oneOf ?? [];
  const [first] = variants;
  const by = Object.entries(first?.properties ?? {}).find(([, part]) => part.const !== undefined)?.[0];
  if (by !== undefined)
    return {
      kind: 'variant',
      by,
      variants: variants.map((one) => ({
        name: String(one.properties?.[by]?.const),
        fields: fieldsOf(one, defs).filter(({ name }) => name !== by),
      })),
    };
  if (json.enum !== undefined) return { kind: 'choice', options: json.enum };
  if (json.type === 'boolean') return { kind: 'flag' };
  if (json.type === 'number' || json.type === 'integer') return { kind: 'number' };
  if (json.prefixItems !== undefined) return { kind: 'tuple', items: json.prefixItems.map((item) => shapeOfJson(item, defs)) };
  if (json.type === 'array') return { kind: 'list', item: shapeOfJson(typeof json.items === 'object' ? json.items : {}, defs) };
  const names = json.propertyNames?.enum;
  if (names !== undefined && typeof json.additionalProperties === 'object') {
    const shape = shapeOfJson(json.additionalProperties, defs);
    return { kind: 'object', fields: names.map((name) => ({ name: String(name), shape, isOptional: true, empty: undefined })) };
  }
  if (json.properties !== undefined) return { kind: 'object', fields: fieldsOf(json, defs) };
  if (typeof json.additionalProperties === 'object') return { kind: 'keyed', item: shapeOfJson(json.additionalProperties, defs) };
  if (json.format === 'date-time') return { kind: 'moment' };
  return json.format === 'date' ? { kind: 'date' } : { kind: 'text' };
};

const fieldsOf = ({ properties = {}, required = [] }: Json, defs: Record<string, Json>): Field[] =>
  Object.entries(properties).map(([name, part]) => {
    const shape = shapeOfJson(part, defs);
    const isNullable = partsOfJson(part).some(isNull);
    const isOptional = isNullable || (!required.includes(name) && part.default === undefined);
    return {
      name,
      shape: isOptional && (shape.kind === 'object' || shape.kind === 'variant') ? { ...shape, isOptional } : shape,
      isOptional,
      empty: isNullable ? null : undefined,
      ...(part.default === undefined ? {} : { initial: part.default }),
    };
  });

/** The shape of a schema as it is sent. */
export const shapeOf = (schema: z.ZodType): Shape => {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  return shapeOfJson(json, json.$defs ?? {});
};

const isWanted = (path: string, wanted: readonly string[]): boolean =>
  wanted.some((one) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));

const placeIn = (wanted: readonly string[], path: string): number =>
  wanted.findIndex((one) => one === path || one.startsWith(`${path}.`));

/** The same with the wanted fields alone, in that order, by their paths: "name", "meta.tank". */
export const only = (shape: Shape, wanted: readonly string[], at = ''): Shape => {
  if (shape.kind !== 'object') return shape;
  const pathOf = (name: string): string => (at === '' ? name : `${at}.${name}`);
  const fields = shape.fields.flatMap((field) => {
    const path = pathOf(field.name);
    return isWanted(path, wanted) ? [{ ...field, shape: only(field.shape, wanted, path) }] : [];
  });
  return { ...shape, fields: fields.sort((a, b) => placeIn(wanted, pathOf(a.name)) - placeIn(wanted, pathOf(b.name))) };
};

/** A path of a value as its fields are named: without places in lists and without keys. */
export const namePath = (shape: Shape, path: readonly string[]): string => {
  const names: string[] = [];
  let at: Shape | undefined = shape;
  for (const part of path) {
    if (at?.kind === 'list' || at?.kind === 'keyed') at = at.item;
    else if (at?.kind === 'tuple') {
      names.push(part);
      at = at.items[Number(part)];
    } else {
      names.push(part);
      at = fieldShape(at, part);
    }
  }
  return names.join('.');
};

const fieldShape = (shape: Shape | undefined, name: string): Shape | undefined => {
  if (shape?.kind === 'object') return shape.fields.find((field) => field.name === name)?.shape;
  if (shape?.kind !== 'variant') return undefined;
  return shape.variants.flatMap(({ fields }) => fields).find((field) => field.name === name)?.shape;
};
