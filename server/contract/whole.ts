import { z } from 'zod';

type Part = z.core.$ZodType;
type Parts = readonly z.core.SomeType[];
type WholeParts<O extends Parts> = { [K in keyof O]: Whole<O[K]> };

/** A form whose fields with defaults, at any depth, may not be left out. */
export type Whole<S> = S extends z.ZodDefault<infer T> | z.ZodPrefault<infer T>
  ? Whole<T>
  : S extends z.ZodObject<infer Shape extends z.core.$ZodShape, infer Config>
    ? z.ZodObject<{ [K in keyof Shape]: Whole<Shape[K]> & Part }, Config>
    : S extends z.ZodArray<infer T>
      ? z.ZodArray<Whole<T> & Part>
      : S extends z.ZodNullable<infer T>
        ? z.ZodNullable<Whole<T> & Part>
        : S extends z.ZodOptional<infer T>
          ? z.ZodOptional<Whole<T> & Part>
          : S extends z.ZodRecord<infer Key, infer T>
            ? z.ZodRecord<Key, Whole<T> & Part>
            : S extends z.ZodDiscriminatedUnion<infer Options extends Parts, infer Name>
              ? z.ZodDiscriminatedUnion<WholeParts<Options> & Parts, Name>
              : S extends z.ZodUnion<infer Options extends Parts>
                ? z.ZodUnion<WholeParts<Options> & Parts>
                : S extends z.ZodIntersection<infer Left, infer Right>
                  ? z.ZodIntersection<Whole<Left> & Part, Whole<Right> & Part>
                  : S extends z.ZodPipe<infer In, infer Out>
                    ? z.ZodPipe<Whole<In> & Part, Out>
                    : S;

/** What a schema of each kind is made of. */
const partNames = new Set(['innerType', 'element', 'valueType', 'left', 'right', 'in', 'options', 'items', 'shape']);

const mapped = (part: unknown): unknown => {
  if (part instanceof z.ZodType) return made(part);
  if (Array.isArray(part)) {
    const parts = part.map(mapped);
    return parts.some((one, at) => one !== part[at]) ? parts : part;
  }
  const entries = Object.entries(part as object).map(([name, one]) => [name, mapped(one)] as const);
  return entries.some(([name, one]) => one !== Reflect.get(part as object, name)) ? Object.fromEntries(entries) : part;
};

/** The meaning of a schema goes over to the one in its place, under a name of its own in the OpenAPI document. */
const meaning = (from: z.ZodType, to: z.ZodType): z.ZodType => {
  const { id, ...meta } = z.globalRegistry.get(from) ?? {};
  if (to === from || (id === undefined && Object.keys(meta).length === 0)) return to;
  return to.meta({ ...z.globalRegistry.get(to), ...meta, ...(id !== undefined && { id: `Whole${id}` }) });
};

const known = new WeakMap<z.ZodType, z.ZodType>();

const made = (schema: z.ZodType): z.ZodType => {
  const before = known.get(schema);
  if (before) return before;
  let after = schema;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) after = mapped(schema.def.innerType) as z.ZodType;
  else {
    const parts = Object.entries<unknown>({ ...schema.def }).filter(([name, part]) => partNames.has(name) && part !== null);
    const changed = parts.map(([name, part]) => [name, mapped(part)] as const).filter(([, part], at) => part !== parts[at]?.[1]);
    if (changed.length > 0) after = z.core.clone(schema, { ...schema.def, ...Object.fromEntries(changed) });
  }
  after = meaning(schema, after);
  known.set(schema, after);
  return after;
};

/**
 * The form of what replaces something, from that of what is made: a default is right for a new thing, and in place of a stored value it is a
 * loss that nobody asked for, such as the interlocks of a write point.
 */
export function whole<S extends z.ZodType>(schema: S): Whole<S>;
export function whole(schema: z.ZodType): z.ZodType {
  return made(schema);
}
