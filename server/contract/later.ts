import { z } from 'zod';

/**
 * A schema that is made when it is first looked at; until then it is an empty object. The bundled server makes those of the contract so
 * (commands/laterSchemas.ts): of some 10,000 a start needs few.
 */
export const later = <S extends z.ZodType>(make: () => S): S => {
  const settle = (): void => {
    const made = make();
    const { constr, def, parent } = made._zod;
    // a clone as zod makes them, in the place of the empty object: whoever holds that one has a schema now
    Object.setPrototypeOf(schema, Object.getPrototypeOf(made));
    Reflect.apply(constr, schema, [def]);
    if (parent) schema._zod.parent = parent;
    const meta = z.globalRegistry.get(made);
    if (meta === undefined) return;
    z.globalRegistry.remove(made);
    z.globalRegistry.add(schema, meta);
  };
  const schema: S = Object.create(
    new Proxy(
      {},
      {
        get: (_, key) => {
          settle();
          return Reflect.get(schema, key);
        },
        has: (_, key) => {
          settle();
          return Reflect.has(schema, key);
        },
      },
    ),
  );
  return schema;
};
