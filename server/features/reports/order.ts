import { z } from 'zod';
import { reportFormats, reportServices, reportTemplates, reportTypes } from '../../contract/model/reports.ts';

const day = z.number().int();

/** A report as it is handed to the process that makes it. */
export const reportOrder = z.object({
  industryId: z.string(),
  type: z.enum(reportTypes),
  service: z.enum(reportServices),
  template: z.enum(reportTemplates),
  /** Days [fromDay, toDay], counted from the epoch. */
  fromDay: day,
  toDay: day,
  /** Hours of the clock of an hourly report; whole days where null. */
  hours: z.object({ from: z.number(), to: z.number() }).nullable(),
  /** No filter where null. */
  unitIds: z.array(z.string()).nullable(),
  subCategories: z.array(z.string()).nullable(),
  useShift: z.boolean(),
  divisionFactor: z.number().positive(),
  /** False leaves out volumes that were estimated (F); they are listed apart either way. */
  includeEstimates: z.boolean(),
  generatedBy: z.string(),
  /** Who acknowledged an alarm is printed by name. */
  userNames: z.record(z.string(), z.string()),
  /** The server's time: both processes must mean the same running slot. */
  nowMs: z.number(),
});
export type ReportOrder = z.infer<typeof reportOrder>;

export type ReportFormat = (typeof reportFormats)[number];

/** Work of kind `report`: a file at `path`, or the summary where there is none. */
export const reportTask = z.object({
  order: reportOrder,
  file: z.object({ path: z.string(), format: z.enum(reportFormats) }).nullable(),
});
export type ReportTask = z.infer<typeof reportTask>;

/** What that work answers for a file. */
export const madeReport = z.object({ fileName: z.string(), bytes: z.number().int() });

export const mediaTypes: Record<ReportFormat, string> = {
  html: 'text/html; charset=utf-8',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
