import { z } from 'zod';
import { faults } from '../errors.ts';

const id = z.number().int().positive();

/** Server to job process. */
export const jobOrder = z.discriminatedUnion('type', [
  z.object({ type: z.literal('work'), id, kind: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('cancel'), id }),
]);
export type JobOrder = z.infer<typeof jobOrder>;

/** Job process to server; `ready` once, when it can take work. */
export const jobReport = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  /** `isFull`: the process holds so much memory that it should be replaced. */
  z.object({ type: z.literal('done'), id, result: z.unknown(), isFull: z.boolean().optional() }),
  /** A part of the result, sent before `done`. */
  z.object({ type: z.literal('batch'), id, batch: z.unknown() }),
  /** A stored day that was found damaged in reading; it was answered as missing. */
  z.object({
    type: z.literal('damaged'),
    damage: z.object({
      seriesId: z.number(),
      day: z.number(),
      part: z.enum(['slots', 'total']),
      reason: z.enum(['checksum', 'hash', 'unreadable']),
    }),
  }),
  z.object({
    type: z.literal('failed'),
    id,
    fault: z.enum(Object.keys(faults) as [keyof typeof faults, ...(keyof typeof faults)[]]),
    message: z.string(),
    errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
]);
export type JobReport = z.infer<typeof jobReport>;

/** What a job process is started with. */
export const jobSetting = z.object({ dataFolder: z.string(), resources: z.string(), memoryBytes: z.number().positive() });
export type JobSetting = z.infer<typeof jobSetting>;
