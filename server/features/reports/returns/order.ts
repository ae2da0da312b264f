import { z } from 'zod';
import { returnFormats, returnKinds } from '../../../contract/plant/returns.ts';
import { mediaTypes, reportOrder } from '../order.ts';

/** A return as it is handed to the process that makes it. */
export const returnOrder = z.object({
  kind: z.enum(returnKinds),
  /** Days, units and who asks, as those of a report. */
  report: reportOrder,
  /** The fiscal year in which the days end, and the month (1 is January) with which such years begin. */
  fiscalYear: z.number().int(),
  fiscalStartMonth: z.number().int().min(1).max(12),
});
export type ReturnOrder = z.infer<typeof returnOrder>;
export type ReturnKind = ReturnOrder['kind'];
export type ReturnFormat = (typeof returnFormats)[number];

/** Work of kind `return`. */
export const returnTask = z.object({
  order: returnOrder,
  file: z.object({ path: z.string(), format: z.enum(returnFormats) }),
});

export const returnMediaTypes: Record<ReturnFormat, string> = { ...mediaTypes, json: 'application/json; charset=utf-8' };
