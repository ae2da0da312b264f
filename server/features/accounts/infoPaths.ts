import { z } from 'zod';
import { hourMinuteSecond } from '../../contract/model/common.ts';
import { type UnitSpec, unitMeta, unitSpec } from '../../contract/model/units.ts';
import { limitUnitOf, siUnitChoices, toConfigured, toShown, unitSiUnitChoices } from '../../plantModel/index.ts';

/** The industry's own document, as far as paths reach it. */
export type IndustryDraft = {
  name: string;
  timezone: string;
  shift: { startAt: string; endAt: string; shiftName: string };
  siUnit: { SOURCE_CATEGORY: string; STOCK_CATEGORY: string };
  meta: Record<string, unknown>;
};
/** A unit, and the groups of the industry's sub-categories by id. */
export type UnitDraft = { spec: UnitSpec; groups: Map<string, string> };

type Lens<Draft> = {
  value: z.ZodType;
  get(draft: Draft, key: string): unknown;
  /** The draft belongs to the caller and is changed in place. */
  set(draft: Draft, value: never, key: string): void;
};
/** `direct` paths are of the industry's document; the others are of the alert configuration. */
export type UnitRule = Lens<UnitDraft> & {
  direct: boolean;
  only?: 'quality' | 'other';
  /** What this unit takes of the values that fit. */
  choices?: (unit: Pick<UnitSpec, 'type' | 'meta'>) => readonly string[];
};
export type IndustryRule = Lens<IndustryDraft>;

const limit = z.number().min(0).max(1e12).nullable();
const level = z.number().min(-1e9).max(1e9).nullable();
const text = (max: number) => z.string().trim().min(1).max(max);

const put = <T extends object, K extends keyof T>(object: T, key: K, value: T[K] | null): void => {
  if (value === null) delete object[key];
  else object[key] = value;
};

type Meta = UnitSpec['meta'];
const metaRule = (name: keyof Meta, value: z.ZodType, more: Partial<UnitRule> = {}): UnitRule => ({
  direct: true,
  value: z.union([value, z.null()]),
  get: ({ spec }) => spec.meta[name] ?? null,
  set: ({ spec }, sent) => put(spec.meta, name, sent),
  ...more,
});
const threshold = (name: keyof Meta, value: z.ZodType, only?: 'other'): UnitRule =>
  metaRule(name, value, { direct: false, ...(only && { only }) });

const orNull = (limit: unknown, change: (value: number) => number): number | null =>
  typeof limit === 'number' ? change(limit) : null;
/** A limit is sent and answered in the unit of measure of its unit, and stored in KL or kWh. */
const amount = (rule: UnitRule): UnitRule => ({
  ...rule,
  get: (draft, key) => orNull(rule.get(draft, key), (stored) => toShown(stored, limitUnitOf(draft.spec))),
  set: (draft, sent, key) => rule.set(draft, orNull(sent, (value) => toConfigured(value, limitUnitOf(draft.spec))) as never, key),
});

const specRule = (name: keyof UnitSpec, value: z.ZodType, direct = true): UnitRule => ({
  direct,
  value,
  get: ({ spec }) => spec[name],
  set: ({ spec }, sent) => void Object.assign(spec, { [name]: sent }),
});

const paramLimit = (side: 'lt' | 'ht'): UnitRule => ({
  direct: false,
  only: 'quality',
  value: level,
  get: ({ spec }, param) => spec.meta.params?.[param]?.[side] ?? null,
  set: ({ spec }, sent, param) => {
    const own = spec.meta.params?.[param];
    if (own) own[side] = sent;
  },
});

const meterRule = (name: 'basePerCount' | 'modulus'): UnitRule => ({
  direct: true,
  value: z.number().positive().max(1e15),
  get: ({ spec }) => spec.meta.meter?.[name] ?? null,
  set: ({ spec }, sent) => {
    if (spec.meta.meter) spec.meta.meter = { ...spec.meta.meter, [name]: sent };
  },
});

/** Switches that one `alertEnabled` of a unit combines. */
const switchesOf = ({ type }: UnitSpec): string[] =>
  type === 'stock' || type === 'level' ? ['level_exceed'] : ['daily_threshold', 'monthly_threshold'];

const alertSwitch: UnitRule = {
  direct: false,
  only: 'other',
  value: z.boolean(),
  get: ({ spec }) => switchesOf(spec).some((name) => spec.meta.alertEnabled?.[name] === true),
  set: ({ spec }, sent) => {
    spec.meta.alertEnabled = {
      ...spec.meta.alertEnabled,
      ...Object.fromEntries(switchesOf(spec).map((name) => [name, sent])),
    };
  },
};

const paramSwitch: UnitRule = {
  direct: false,
  only: 'quality',
  value: z.boolean(),
  get: ({ spec }, param) => spec.meta.alertEnabled?.[param] ?? false,
  set: ({ spec }, sent, param) => {
    spec.meta.alertEnabled = { ...spec.meta.alertEnabled, [param]: sent };
  },
};

/** Parts of a unit's meta that say what it is; meter, parameters and thresholds have paths of their own. */
const described = [
  'location',
  'meterMake',
  'meterSerial',
  'meterClass',
  'calibratedOn',
  'tank',
  'waterSource',
  'freshwater',
  'dischargeTo',
  'treatment',
  'expression',
  'flowUnitId',
  'underConsent',
  'contractKVA',
  'ratedKW',
  'mpePct',
  'minimumFlowM3h',
  'levelSigmaM',
  'deadLevelM',
  'credit',
  'ro',
  'well',
] as const;

/** By what follows /units/{index}/; `*` is a parameter of a quality unit. */
export const unitRules: ReadonlyMap<string, UnitRule> = new Map<string, UnitRule>([
  ['unitThreshold', amount(threshold('unitThreshold', limit))],
  ['monthlyThreshold', amount(threshold('monthlyThreshold', limit))],
  ['maxCapacity', amount(specRule('maxCapacity', z.number().positive().max(1e12).nullable(), false))],
  ['lowThreshold/value', threshold('lowThreshold', level, 'other')],
  ['highThreshold/value', threshold('highThreshold', level, 'other')],
  ['lowThreshold/*', paramLimit('lt')],
  ['highThreshold/*', paramLimit('ht')],
  ['alertEnabled', alertSwitch],
  ['alertEnabled/*', paramSwitch],
  ['unitName', specRule('name', unitSpec.shape.name)],
  ['subCategoryId', specRule('subCategoryId', unitSpec.shape.subCategoryId)],
  [
    'group',
    {
      direct: true,
      value: z.string().trim().max(100),
      get: ({ spec, groups }) => groups.get(spec.subCategoryId) ?? '',
      set: ({ spec, groups }, sent) => void groups.set(spec.subCategoryId, sent),
    },
  ],
  ['siUnit', { ...specRule('siUnit', text(20)), choices: unitSiUnitChoices }],
  ['isDeployed', specRule('deployed', z.boolean())],
  ['order', specRule('position', z.number().int().min(0).max(100_000))],
  ['meta/litresPerCount', meterRule('basePerCount')],
  ['meta/modulus', meterRule('modulus')],
  ['meta/flowLow', metaRule('flowLow', unitMeta.shape.flowLow, { direct: false })],
  ['meta/flowHigh', metaRule('flowHigh', unitMeta.shape.flowHigh, { direct: false })],
  ...described.map((name): [string, UnitRule] => [`meta/${name}`, metaRule(name, unitMeta.shape[name])]),
]);

const oneOf = (choices: readonly string[]): z.ZodType =>
  z.string().refine((unit) => choices.includes(unit), `must be one of ${choices.join(', ')}`);

const shiftRule = (name: keyof IndustryDraft['shift'], value: z.ZodType): IndustryRule => ({
  value,
  get: ({ shift }) => shift[name],
  set: ({ shift }, sent) => {
    shift[name] = sent;
  },
});
const siUnitRule = (name: keyof IndustryDraft['siUnit']): IndustryRule => ({
  value: oneOf(siUnitChoices(name)),
  get: ({ siUnit }) => siUnit[name],
  set: ({ siUnit }, sent) => {
    siUnit[name] = sent;
  },
});

export const industryRules: ReadonlyMap<string, IndustryRule> = new Map<string, IndustryRule>([
  [
    'industryName',
    {
      value: text(100),
      get: ({ name }) => name,
      set: (draft, sent) => {
        draft.name = sent;
      },
    },
  ],
  [
    'timezone',
    {
      value: text(64),
      get: ({ timezone }) => timezone,
      set: (draft, sent) => {
        draft.timezone = sent;
      },
    },
  ],
  ['shift/startAt', shiftRule('startAt', hourMinuteSecond)],
  ['shift/endAt', shiftRule('endAt', hourMinuteSecond)],
  ['shift/shiftName', shiftRule('shiftName', z.string().trim().max(100))],
  ['siUnit/SOURCE_CATEGORY', siUnitRule('SOURCE_CATEGORY')],
  ['siUnit/STOCK_CATEGORY', siUnitRule('STOCK_CATEGORY')],
]);

/** Parts of the industry's meta that have a meaning of their own and are set elsewhere. */
const isReserved = (name: string): boolean =>
  /^(logo|siUnit|id|industryId|disabled|permissions?|features?|facts)$|^max/i.test(name) ||
  /secret|token|password|key|sso|otp|auth|issuer/i.test(name);
const MAX_META_BYTES = 4096;

/** A note about the industry: one JSON value under a plain name. */
export const industryMetaRule: IndustryRule = {
  value: z.json().refine((value) => JSON.stringify(value).length <= MAX_META_BYTES, 'must be at most 4 KiB'),
  get: ({ meta }, key) => (Object.hasOwn(meta, key) ? meta[key] : null),
  set: ({ meta }, sent, key) => put(meta, key, sent),
};
export const isMetaKey = (key: string): boolean => /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(key) && !isReserved(key);
