import fc from 'fast-check';

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  $ref?: string;
  $defs?: Record<string, Schema>;
};

const DEEPEST_REFERENCE = 12;

/** The same schema with what it refers to by name in place of the name; one that refers to itself ends after some steps. */
export const withoutReferences = (schema: Schema): Schema => {
  const defined = schema.$defs ?? {};
  const resolved = (node: unknown, depth: number): unknown => {
    if (Array.isArray(node)) return node.map((one) => resolved(one, depth));
    if (typeof node !== 'object' || node === null) return node;
    const { $ref, $defs: _defs, ...rest } = node as Schema;
    const target = $ref?.replace('#/$defs/', '');
    if (target !== undefined) return depth > DEEPEST_REFERENCE ? {} : resolved({ ...defined[target], ...rest }, depth + 1);
    return Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, resolved(one, depth)]));
  };
  return resolved(schema, 0) as Schema;
};

const MOST_ITEMS = 4;
const MOST_TEXT = 40;
/** Dates at which calendars break: first and last, leap days, changes of the clock, the years 1 and 9999. */
const dates = [
  '01/01/0001',
  '31/12/9999',
  '29/02/2024',
  '28/02/2025',
  '29/03/2026',
  '01/11/2026',
  '11/11/2026',
  '12/11/2026',
  '01/01/1970',
];

const texts = ({ pattern, format, minLength = 0, maxLength = MOST_TEXT }: Schema): fc.Arbitrary<string> => {
  if (pattern?.includes('\\d{2}\\/\\d{2}\\/\\d{4}')) return fc.constantFrom(...dates);
  // a date with either separator: a reference back within a pattern cannot be generated from
  if (pattern?.includes('\\1')) return fc.constantFrom(...dates, ...dates.map((date) => date.replaceAll('/', '_')));
  // what looks ahead cannot be generated from either
  if (pattern?.includes('(?!')) return fc.constantFrom('overview', '/units/demo-line3', 'https://plant.invalid/page');
  if (pattern !== undefined)
    return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= Math.max(maxLength, minLength));
  if (format === 'date-time') return fc.constantFrom('2026-11-12T09:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z');
  if (format === 'date') return fc.constantFrom('2026-11-12', '2024-02-29', '9999-12-31', '0001-01-01');
  if (format === 'email') return fc.emailAddress();
  if (format === 'uuid') return fc.uuid();
  const known = [
    'demo-line3',
    'demo-rawTank',
    'demo-etpQuality',
    'SOURCE_CATEGORY',
    'ID_SOURCE',
    'source',
    'production',
    'demo-valveBoard',
  ];
  const free = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, MOST_TEXT)) });
  return fc.oneof(
    free,
    fc.constantFrom(...known, ...dates).filter((text) => text.length >= minLength && text.length <= maxLength),
  );
};

const numbers = (schema: Schema, isWhole: boolean): fc.Arbitrary<number> => {
  const least = schema.minimum ?? schema.exclusiveMinimum ?? -1e9;
  const most = schema.maximum ?? schema.exclusiveMaximum ?? Math.max(1e9, least + 1);
  const [min, max] = [Math.max(least, -Number.MAX_SAFE_INTEGER), Math.min(most, Number.MAX_SAFE_INTEGER)];
  const edges = fc.constantFrom(min, max);
  return isWhole
    ? fc.oneof(fc.integer({ min: Math.ceil(min), max: Math.floor(max) }), edges)
    : fc.oneof(fc.double({ min, max, noNaN: true }), edges);
};

const objects = ({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> => {
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, valuesOf(field)]));
  const known = fc.record(fields, { requiredKeys: required.filter((name) => name in fields) });
  if (typeof additionalProperties !== 'object') return known;
  const more = fc.dictionary(fc.string({ maxLength: 10 }), valuesOf(additionalProperties), { maxKeys: 3 });
  return fc.tuple(more, known).map(([one, other]) => ({ ...one, ...other }));
};

const lists = ({ items = {}, prefixItems, minItems = 0, maxItems = MOST_ITEMS }: Schema): fc.Arbitrary<unknown[]> =>
  prefixItems
    ? fc.tuple(...prefixItems.map(valuesOf))
    : fc.array(valuesOf(items), { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MOST_ITEMS)) });

/** Values that a JSON schema admits, their edges among them. */
export const valuesOf = (schema: Schema): fc.Arbitrary<unknown> => {
  const options = schema.anyOf ?? schema.oneOf;
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (options) return fc.oneof(...options.map(valuesOf));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(valuesOf)).map((parts) => Object.assign({}, ...(parts as object[])));
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'string':
      return texts(schema);
    case 'integer':
      return numbers(schema, true);
    case 'number':
      return numbers(schema, false);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return lists(schema);
    case 'object':
      return objects(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
};
