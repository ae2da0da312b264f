import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { apiBoolean } from '../../model/common.ts';
import { deviceLimits } from '../../model/field.ts';
import { writePointSpec } from '../../model/writePoint.ts';
import { commissioning, version } from '../row.ts';
import { connectionSpec, deviceSpec, tagSpec } from './fieldConfiguration.ts';

const MIB = 1_048_576;

const recordId = z
  .string()
  .regex(/^[\w.:-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, colons, dashes or underscores')
  .optional()
  .meta({ description: 'of the thing to change; a new one where absent or not known yet' });
const recordVersion = version
  .optional()
  .meta({ description: 'as exported: where it has become another one, the row is refused' });

export const connectionRecord = connectionSpec.extend({ id: recordId, version: recordVersion });
export const deviceRecord = deviceSpec.extend({
  id: recordId,
  timeoutMs: deviceSpec.shape.timeoutMs.unwrap().default(null),
  limits: deviceLimits.prefault({}),
  version: recordVersion,
});
export const tagRecord = tagSpec.extend({ id: recordId, version: recordVersion });
export const writePointRecord = writePointSpec.safeExtend({ id: recordId, version: recordVersion });

export const bulkFormat = z.enum(['xlsx', 'csv', 'json']);
export type BulkFormat = z.infer<typeof bulkFormat>;

export const bulkKind = z.enum(['connections', 'devices', 'tags', 'writePoints']);
export type BulkKind = z.infer<typeof bulkKind>;

const cell = z.union([z.string(), z.number(), z.boolean()]).nullable();

const place = {
  kind: bulkKind,
  row: z
    .number()
    .int()
    .meta({ description: 'of the file or sheet, the header being row 1; of a JSON list, its place from 1 on' }),
};

const count = z.object({ created: z.number().int(), changed: z.number().int(), same: z.number().int() });

export const importReport = z
  .object({
    format: bulkFormat,
    dryRun: z.boolean(),
    applied: z.boolean(),
    counts: z.object({ connections: count, devices: count, tags: count, writePoints: count }),
    changes: z.array(
      z.object({
        ...place,
        action: z.enum(['create', 'change']),
        id: z.string().nullable().meta({ description: 'null: it gets one when it is imported' }),
        name: z.string(),
        fields: z.array(z.object({ column: z.string(), before: cell, after: cell })),
      }),
    ),
    moreChanges: z.number().int().meta({ description: 'changes that are not listed' }),
    errors: z.array(
      z
        .object({ ...place, column: z.string().nullable(), message: z.string() })
        .meta({ description: 'nothing is imported while there is one' }),
    ),
    moreErrors: z.number().int(),
    from: z.string().meta({ description: 'the configuration that the file was compared with, for the import that follows' }),
    warnings: z.array(z.string()).meta({ description: 'serial lines whose reads would take more than 70 % of their time' }),
  })
  .meta({ id: 'ConfigurationImport' });
export type ImportReport = z.infer<typeof importReport>;

const formats =
  'xlsx: a sheet each of connections, devices, tags and writePoints; csv: one flat table with a column `kind`; json: the four lists. `address` is the PDU address; ' +
  '`register` of a tag shows it as a register number and may be given in its place; `interlocks` of a write point is its list in JSON. ';

export const exportConfiguration = endpoint({
  ...commissioning,
  method: 'get',
  path: '/configuration/export',
  summary: 'Every line, device, tag and write point of the industry as a file',
  description: `${formats}A text that begins like a formula is marked by an apostrophe in csv, and is plain text in xlsx.`,
  faults: [],
  query: z.object({ format: bulkFormat.default('xlsx') }),
  media: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/json'],
  reply: z.unknown().meta({ type: 'string', format: 'binary' }),
});

export const importConfiguration = endpoint({
  ...commissioning,
  method: 'post',
  path: '/configuration/import',
  confirm: 'byHandler',
  audit: 'configuration.import',
  summary: 'Takes over lines, devices, tags and write points from a file, by their ids',
  description:
    `${formats}The format is found by the content. Rows are merged by id: what the file does not hold stays, a column that it does not have leaves the value as it is, and an empty cell is ` +
    'the default. `connectionId` and `deviceId` may be a name that only one has. With dryRun (unless it is false) nothing is changed and the answer says what would be; without it, ' +
    'any error is 400 with its rows in `errors`, and nothing is imported. The password is asked for without dryRun alone.',
  faults: ['parameter', 'badRequest', 'conflict'],
  query: z.object({
    dryRun: apiBoolean.default(true),
    from: z
      .string()
      .max(64)
      .optional()
      .meta({ description: '`from` of the dry run that somebody looked at; 409 where the configuration is another one by now' }),
  }),
  upload: { field: 'file', maxBytes: 16 * MIB },
  reply: importReport,
});

export const plantBulkEndpoints = [exportConfiguration, importConfiguration] as const;
