import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { accountSettings, accountSettingsBody } from '../model/accountSettings.ts';
import { ifMatch, isoTime, ok } from '../model/common.ts';
import { unitInfo } from '../model/units.ts';

const MIB = 1_048_576;

const row = { base: 'user', auth: 'access', limit: 'default' } as const;
const forSettings = { ...row, permission: 'ACCOUNT_SETTINGS' } as const;

const shapeOf = (schema: z.ZodType) => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io: 'input' });
  return shape;
};

/**
 * A body whose own rules go before its schema: any JSON passes here, and the document shows the schema, which is worked out when it is first
 * read and not while the server starts.
 */
const checkedLater = (schema: z.ZodObject) => {
  let known: ReturnType<typeof shapeOf> | undefined;
  const shape = () => {
    known ??= shapeOf(schema);
    return known;
  };
  return z.unknown().meta({
    type: 'object',
    get properties() {
      return shape().properties;
    },
    get required() {
      return shape().required;
    },
  });
};

export const readSettings = endpoint({
  ...forSettings,
  method: 'get',
  path: '/accounts/settings',
  summary: 'Account, users, alert and report settings of the industry',
  description: 'Answers an ETag for If-Match. A stored logo whose address is not an allowed one is answered as an empty string.',
  faults: [],
  reply: accountSettings,
});

export const saveSettings = endpoint({
  ...forSettings,
  method: 'post',
  path: '/accounts/settings',
  summary: 'Save account, users, alert and report settings',
  description:
    'Checked in this order: missing sections (1403), logo address, required fields of users, limits of active users (400); whatever else has the wrong shape is 1430. ' +
    'Written in one transaction: sessions of users with active false end, then account, users, SSO users, alerts and reports. A changed shift is valid from the coming shift day. ' +
    'Users with a phone number get role user and the reading permissions; SSO users inherit those of their creator except PLC_WRITE, RELAY_CONTROL, COMMISSIONING, SYSTEM and AUDIT. ' +
    'Users that are not sent stay as they are. A request that adds a user counts against a limit of 5 an hour and 20 a day besides. ' +
    'When the settings were changed while the request was under way, or since the ETag in If-Match, it is 409.',
  faults: ['parameter', 'badRequest', 'schema', 'conflict'],
  headers: ifMatch,
  body: checkedLater(accountSettingsBody),
  reply: accountSettings,
});

/** Units by standard category, the fixed four first. */
export const accountsInfo = z.record(z.string(), z.array(unitInfo)).meta({ id: 'AccountsInfo' });
export type AccountsInfo = z.infer<typeof accountsInfo>;

export const readInfo = endpoint({
  ...row,
  method: 'get',
  path: '/accounts/info',
  summary: 'Units by category, with their alert thresholds',
  description:
    'In the order SOURCE_CATEGORY, STOCK_CATEGORY, GROUND_WATER_LEVEL, QUALITY_CATEGORY, then others. alertEnabled is true when the daily threshold, the monthly threshold or ' +
    'level_exceed is enabled; for quality units it is a map by parameter. Answers an ETag for If-Match.',
  faults: [],
  reply: accountsInfo,
});

export const patchInfoBody = z.strictObject({
  operations: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(200),
        value: z.unknown(),
        op: z
          .literal('replace')
          .optional()
          .meta({ description: 'as of JSON Patch; each operation replaces, with and without it' }),
      }),
    )
    .min(1)
    .max(500),
});

export const patchInfo = endpoint({
  ...forSettings,
  method: 'patch',
  path: '/accounts/info',
  summary: 'Change thresholds, units and the industry by path',
  description:
    'Paths: /units/{index}/unitThreshold, monthlyThreshold, maxCapacity, lowThreshold/value, highThreshold/value, lowThreshold/{param}, highThreshold/{param}, alertEnabled, alertEnabled/{param}, ' +
    'unitName, subCategoryId, group, siUnit, isDeployed, order, meta/*; /industryName, /timezone, /shift/*, /siUnit/*, /meta/*. `index` is the unit’s place in the industry’s list, as answered by GET. ' +
    'A path that is not listed, or a value that does not fit it, is 1403 and nothing is applied. Operations are applied in batches of 10, each whole or not at all; ' +
    'a batch that breaks a rule of the plant is answered with ok: false, and 400 when nothing was applied. `group` is that of the unit’s sub-category. A changed shift or zone is valid from the coming shift day.',
  faults: ['parameter', 'badRequest', 'conflict'],
  headers: ifMatch,
  body: checkedLater(patchInfoBody),
  reply: ok.extend({
    applied: z.number().int(),
    failed: z.number().int(),
    results: z.array(z.object({ path: z.string(), ok: z.boolean(), error: z.string().optional() })),
    lastupdated: isoTime,
  }),
});

export const infoLastUpdated = endpoint({
  ...row,
  method: 'get',
  path: '/accounts/info/lastupdated',
  summary: 'When a path of the industry was last changed, and by whom',
  description: 'Without path, the newest change of all; without one, only the status.',
  faults: [],
  query: z.object({ path: z.string().max(200).optional().meta({ freeText: true }) }),
  reply: z.object({
    status: z.literal('success'),
    path: z.string().optional(),
    lastupdated: isoTime.optional(),
    userId: z.string().optional(),
  }),
});

export const uploadLogo = endpoint({
  ...forSettings,
  method: 'post',
  path: '/accounts/logoupdate',
  summary: 'Upload a logo; its address is then saved with the settings',
  description:
    'PNG, JPEG or WebP by content, at most 1 MiB and 2000 x 2000 pixels; anything else is 400 with the reason. Nothing sent: 1403.',
  faults: ['parameter', 'badRequest'],
  audit: 'logo.upload',
  upload: { field: 'image', maxBytes: MIB },
  reply: z.object({ logourl: z.string() }),
});

export const industryLogo = endpoint({
  base: 'root',
  auth: 'none',
  limit: 'none',
  method: 'get',
  path: '/files/industry-logo/{name}',
  summary: 'An uploaded logo',
  faults: ['notFound'],
  params: z.object({ name: z.string().max(120) }),
  media: ['image/png', 'image/jpeg', 'image/webp'],
  reply: z.unknown().meta({ type: 'string', format: 'binary' }),
});

export const joinedDate = endpoint({
  ...row,
  method: 'get',
  path: '/accounts/joinedDate',
  summary: 'When the industry joined',
  faults: [],
  reply: z.object({ joinedDate: isoTime }),
});

export const accountsLanding = endpoint({
  ...row,
  method: 'get',
  path: '/accounts/landingpage',
  summary: 'Units, categories and, for those who may change them, settings',
  description: 'AccountSettingPage only with ACCOUNT_SETTINGS.',
  faults: [],
  reply: z
    .object({
      AccountInfoPage: accountsInfo,
      AccountSettingPage: accountSettings.optional(),
      meta: z.object({ categories: z.array(z.object({ categoryId: z.string(), name: z.string(), order: z.number() })) }),
      siUnit: z.string(),
      joiningDate: isoTime,
    })
    .meta({ id: 'AccountsLanding' }),
});
export type AccountsLanding = z.input<typeof accountsLanding.reply>;

export const allUnitThresholdUpdate = endpoint({
  ...forSettings,
  method: 'get',
  path: '/accounts/allUnitThresholdUpdate',
  summary: 'One daily threshold for every consumption point',
  description:
    'Sets unitThreshold of every unit of the source category whose sub-category has the group "Consumption Points"; an empty newThreshold is 1403, and without the parameter nothing changes. ' +
    'Changes data: refused for prefetches and for pages of other sites, and audited.',
  faults: ['badRequest', 'parameter'],
  writes: true,
  emptyIsFault: ['newThreshold'],
  query: z.object({
    newThreshold: z
      .string()
      .regex(/^\d+$/, 'must be a whole number of at least 0')
      .transform(Number)
      .pipe(z.number().max(1e12))
      .optional()
      .meta({ description: 'daily limit in the unit of measure of the source category, a whole number' }),
  }),
  reply: ok,
});

export const accountEndpoints = [
  readSettings,
  saveSettings,
  readInfo,
  patchInfo,
  infoLastUpdated,
  uploadLogo,
  joinedDate,
  accountsLanding,
  allUnitThresholdUpdate,
] as const;
