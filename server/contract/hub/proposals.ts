import { z } from 'zod';
import { reportSchedule } from '../model/reportSettings.ts';
import { permission } from '../permissions.ts';
import { nameText } from '../rules/nameText.ts';
import { signedText } from './signing.ts';

const limit = z.number().min(0).max(1e12).nullable();
const level = z.number().min(-1e9).max(1e9).nullable();
const rate = z.number().min(0).max(1e6).nullable();
const some = <S extends z.ZodObject>(shape: S) =>
  shape.refine((values) => Object.keys(values).length > 0, { error: 'names nothing to change' });

/** Permissions that let a person look; no proposal gives another, because with those people command, measure and administer. */
export const proposablePermissions = permission.exclude([
  ...(['ACCOUNT_SETTINGS', 'WATER_BALANCE_EDITOR', 'SCADA_EDITOR', 'BATCH_PROCESS', 'PLC_READ', 'PLC_WRITE'] as const),
  ...(['RELAY_CONTROL', 'ALERTS_TRIGGER', 'COMMISSIONING', 'SYSTEM', 'AUDIT'] as const),
]);

/**
 * All that a hub may propose, each with the values that it may name. Commands, write points, interlocks, lines, devices, shift, zone,
 * retention, keys, recipients of alarms: no kind has them, and no value beside these is taken.
 */
export const proposalValues = {
  /** Of a unit: KL or kWh a day and a month; KL of a tank; metres or percent; m3/h. null takes a limit away. */
  limits: some(
    z
      .strictObject({
        unitThreshold: limit,
        monthlyThreshold: limit,
        maxCapacity: z.number().positive().max(1e12).nullable(),
        lowThreshold: level,
        highThreshold: level,
        flowLow: rate,
        flowHigh: rate,
      })
      .partial(),
  ),
  /** Of a parameter of a quality unit; the target is `unit/parameter`. */
  parameterLimits: some(z.strictObject({ lt: level, ht: level }).partial()),
  unitName: z.strictObject({ name: nameText(100).min(1) }),
  /** A person who logs in by a code to this phone number and may look. The target is the number. */
  accountCreate: z.strictObject({ name: nameText(100).min(1) }),
  accountDisable: z.strictObject({ disabled: z.literal(true) }),
  accountPermissions: z.strictObject({ permissions: z.array(proposablePermissions).max(64) }),
  reportSchedules: z.strictObject({ schedules: z.array(reportSchedule).max(50) }),
  updateOffer: z.strictObject({ version: z.string().regex(/^\d+\.\d+\.\d+$/), notes: z.string().trim().max(1000) }),
  message: z.strictObject({ text: z.string().trim().min(1).max(1000) }),
} as const;
export type ProposalKind = keyof typeof proposalValues;
export const proposalKinds = Object.keys(proposalValues) as [ProposalKind, ...ProposalKind[]];
export const proposalKind = z.enum(proposalKinds);

/** Kinds that have nothing at the plant that could have changed since. */
export const kindsWithoutBase: readonly ProposalKind[] = ['updateOffer', 'message'];
const targets: Partial<Record<ProposalKind, RegExp>> = {
  accountCreate: /^\d{6,12}$/,
  parameterLimits: /^[^/]{1,64}\/[a-z][a-z0-9_]{0,30}$/,
  reportSchedules: /^$/,
  updateOffer: /^$/,
  message: /^$/,
};
const isTarget = (kind: ProposalKind, target: string): boolean => (targets[kind] ?? /^.{1,64}$/).test(target);

export const proposalState = z.enum(['proposed', 'held', 'applied', 'refused', 'expired', 'superseded', 'withdrawn']);
export type ProposalState = z.infer<typeof proposalState>;
export const refusalCode = z.enum(['policy', 'declined', 'forbidden', 'invalid', 'notFound', 'notShared', 'rule', 'unpaired']);
export type RefusalCode = z.infer<typeof refusalCode>;

const asked = {
  industryId: z.string().min(1).max(64),
  kind: proposalKind,
  target: z.string().max(100),
  values: z.record(z.string(), z.json()),
  reason: z.string().trim().min(1).max(1000),
};

/** What a person at the hub asks for. */
export const newProposal = z
  .strictObject({ ...asked, expiresInDays: z.number().int().min(1).max(90).default(30) })
  .superRefine(({ kind, target, values }, context) => {
    const read = proposalValues[kind].safeParse(values);
    if (!read.success) context.addIssue({ code: 'custom', path: ['values'], message: read.error.issues[0]?.message ?? 'wrong' });
    if (!isTarget(kind, target)) context.addIssue({ code: 'custom', path: ['target'], message: 'names nothing of this kind' });
  });
export type NewProposal = z.output<typeof newProposal>;

/** Canonical JSON of this, signed by the hub after the line `headworks-proposal-1`. */
export const proposal = z.strictObject({
  format: z.literal('headworks-proposal-1'),
  id: z.uuid(),
  /** Order in which the hub gave them out to this site. */
  number: z.number().int().min(1),
  site: z.uuid(),
  ...asked,
  /** What the hub knew of the same values when it was made; null for kinds that have none. */
  base: z.record(z.string(), z.json()).nullable(),
  author: z.strictObject({ user: z.string().max(200), name: z.string().max(200) }),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type Proposal = z.infer<typeof proposal>;
/** UTF-16 code units of its canonical JSON: a hub gone wrong does not fill the disk of a plant, which leaves what is longer at the hub. */
export const MOST_PROPOSAL_LENGTH = 100_000;
/** As much of one as an answer needs; of kinds that this version does not know too. */
export const proposalHead = z.looseObject({
  ...{ id: z.uuid(), number: z.number().int().min(1), site: z.uuid(), expiresAt: z.iso.datetime() },
  ...{ kind: z.string().max(64), target: z.string().max(200), industryId: z.string().max(64) },
});

/** What a proposal says, or why it says nothing that may be carried out. Every proposal passes here, whoever signed it. */
export const readProposal = (value: unknown): Proposal | Extract<RefusalCode, 'forbidden' | 'invalid'> => {
  const kind = proposalKind.safeParse(Object(value).kind);
  if (!kind.success) return 'forbidden';
  const read = proposal.safeParse(value);
  if (!read.success) return 'invalid';
  const values = proposalValues[read.data.kind].safeParse(read.data.values);
  if (!values.success || !isTarget(read.data.kind, read.data.target)) return 'invalid';
  return { ...read.data, values: values.data as Proposal['values'] };
};

/** GET /proposals?after=n: those with a higher number that wait for an answer. */
export const proposalsAnswer = z.object({ proposals: z.array(signedText).max(100) });

/** POST /proposals/{id}/result; the same again is answered alike. */
export const proposalResult = z.object({
  state: proposalState.exclude(['proposed', 'withdrawn']),
  code: refusalCode.nullable(),
  message: z.string().max(500).nullable(),
  /** The person at the plant who decided; null where its policy did. */
  by: z.string().max(200).nullable(),
  at: z.iso.datetime(),
});
export type ProposalResult = z.infer<typeof proposalResult>;
export const proposalResultAnswer = z.object({ state: proposalState });
