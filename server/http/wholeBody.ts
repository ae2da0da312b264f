import { z } from 'zod';

/**
 * Fields that a body leaves out and that would become their defaults: right for what is made, and for what is replaced a loss that nobody
 * asked for, such as the interlocks of a write point.
 */
export const leftOut = (schema: z.core.$ZodType, sent: unknown): string[] => {
  if (schema instanceof z.ZodIntersection) return [...leftOut(schema.def.left, sent), ...leftOut(schema.def.right, sent)];
  if (!(schema instanceof z.ZodObject) || typeof sent !== 'object' || sent === null) return [];
  const isUsual = (part: unknown): boolean => part instanceof z.ZodDefault || part instanceof z.ZodPrefault;
  return Object.entries(schema.shape).flatMap(([name, part]) =>
    isUsual(part) && Reflect.get(sent, name) === undefined ? [name] : [],
  );
};
