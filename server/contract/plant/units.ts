import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dmy, dmyText, isoTime, ok } from '../model/common.ts';
import { tagKind } from '../model/field.ts';
import { unitSpec } from '../model/units.ts';
import { nameText } from '../rules/nameText.ts';
import { whole } from '../whole.ts';
import { changeFaults, changeRules, commissioning, deleteQuery, fromVersion, idPath, madeOnce, version } from './row.ts';

export const shiftRuleSpec = z.object({
  validFrom: dmy.optional().meta({ description: 'first shift day it rules, DD/MM/YYYY; the coming one where absent' }),
  timezone: z.string().min(1).max(64).meta({ description: 'name in the tz database' }),
  startAt: z.string().max(16).meta({ description: 'HH:MM:SS on a multiple of 5 minutes' }),
  endAt: z.string().max(16).optional().meta({ description: 'a label: a shift day lasts until the next one begins' }),
  shiftName: nameText(100).default(''),
});
export type ShiftRuleSpec = z.infer<typeof shiftRuleSpec>;

const plantIndustry = z
  .object({
    industryId: z.string(),
    name: z.string(),
    currency: z.string(),
    joinedDate: isoTime,
    shifts: z.array(
      z.object({
        validFrom: dmyText,
        timezone: z.string(),
        startAt: z.string(),
        endAt: z.string(),
        shiftName: z.string(),
      }),
    ),
    version,
  })
  .meta({ id: 'PlantIndustry' });
export type PlantIndustry = z.infer<typeof plantIndustry>;

const unitHint = z
  .object({
    code: z.enum(['counterTurnsWithinADay', 'noLeakWatch']).meta({ description: 'which hint' }),
    message: z.string().meta({ description: 'the same in words' }),
  })
  .meta({ id: 'UnitHint', description: 'what somebody should look at' });
export type UnitHint = z.infer<typeof unitHint>;

const plantUnit = unitSpec
  .extend({
    id: z.string(),
    categoryId: z.string(),
    createdOn: isoTime,
    series: z.array(
      z.object({
        seriesId: z.number().int(),
        uid: z.string(),
        param: z.string(),
        kind: z.enum(['counter', 'gauge', 'stock']),
        measure: z.string().meta({ description: 'unit in which it is stored' }),
        tag: z
          .object({ tagId: z.string(), deviceId: z.string(), name: z.string(), kind: tagKind })
          .nullable()
          .meta({ description: 'where its readings come from; null when it is computed, entered or not yet wired' }),
      }),
    ),
    hints: z
      .array(unitHint)
      .meta({ description: 'what somebody should look at in the configuration of the unit; empty where nothing is' }),
    version,
  })
  .meta({ id: 'PlantUnit' });
export type PlantUnit = z.infer<typeof plantUnit>;

export const readIndustry = endpoint({
  ...commissioning,
  method: 'get',
  path: '/industry',
  summary: 'The plant itself: name, zone and shift rules',
  faults: [],
  reply: plantIndustry,
});

export const changeShift = endpoint({
  ...commissioning,
  method: 'put',
  path: '/industry/shift',
  audit: 'industry.shift',
  summary: 'Zone and start of the shift day, from a date on',
  description:
    'A rule never reaches back: once there are readings it starts with a coming shift day, so that closed days stay as they are. ' +
    `A rule of the same date is replaced. ${changeRules}`,
  faults: ['schema', 'badRequest', 'conflict'],
  body: whole(shiftRuleSpec.extend({ endAt: shiftRuleSpec.shape.endAt.unwrap(), ...fromVersion.shape })),
  reply: plantIndustry,
});

export const listUnits = endpoint({
  ...commissioning,
  method: 'get',
  path: '/units',
  summary: 'Units in their order, with their series and the tags that feed them',
  faults: [],
  reply: z.object({ units: z.array(plantUnit) }),
});

export const readUnit = endpoint({
  ...commissioning,
  method: 'get',
  path: '/units/{id}',
  summary: 'One unit',
  faults: ['notFound'],
  params: idPath,
  reply: plantUnit,
});

export const createUnit = endpoint({
  ...commissioning,
  method: 'post',
  path: '/units',
  creates: true,
  audit: 'unit.create',
  summary: 'Adds a unit with the series of its type',
  description: `${madeOnce} ${changeRules}`,
  faults: changeFaults,
  body: unitSpec,
  reply: plantUnit,
});

export const changeUnit = endpoint({
  ...commissioning,
  method: 'put',
  path: '/units/{id}',
  audit: 'unit.change',
  summary: 'Changes a unit',
  description:
    'The type is fixed. Another meter counts from the next 5-minute slot on and rewrites no history. A unit that is gone is retired with ' +
    `deployed: false. ${changeRules}`,
  faults: changeFaults,
  params: idPath,
  body: whole(unitSpec.extend(fromVersion.shape)),
  reply: plantUnit,
});

const counts = z.number().min(0).max(1e15);

export const meterChangeSpec = z.object({
  at: z.iso.datetime({ offset: true }).meta({ description: 'when the new meter began to count' }),
  closing: counts.meta({ description: 'display of the old meter when it was taken off, counts' }),
  opening: counts.meta({ description: 'display of the new meter when it began, counts' }),
  basePerCount: z
    .object({ old: z.number().positive().optional(), new: z.number().positive().optional() })
    .default({})
    .meta({
      description:
        'litres, watt-hours or millimetres per count of each; as before where absent, of a change that is entered again as it was entered. Changes may be ' +
        'entered in any order. Where the new one is another, the largest flow and the step back ' +
        'that are believed stay the same water: their counts follow',
    }),
  note: z.string().trim().max(500).default(''),
  confirmed: z.boolean().optional().meta({
    description: 'true: a closing reading far from what was read last is right. A refusal that names this field says both',
  }),
  version: version
    .optional()
    .meta({ description: 'of the unit that the change was made from; another one is 409. Not checked where absent' }),
});
export type MeterChangeSpec = z.infer<typeof meterChangeSpec>;

export const changeMeter = endpoint({
  ...commissioning,
  method: 'post',
  path: '/units/{id}/meter-changes',
  creates: true,
  audit: 'unit.meterChange',
  summary: 'Enters that the meter of a unit was changed, with the readings of both',
  description:
    'Volume over the change is what the old meter counted up to its closing reading, and what the new one counted from its opening ' +
    'reading on; the difference of the two is no water. A closing reading that the meter cannot have come to since it was read last is taken with `confirmed: true` alone. Slots since then are worked out again, closed days get a new revision. ' +
    changeRules,
  faults: changeFaults,
  params: idPath,
  body: meterChangeSpec,
  reply: plantUnit,
});

export const deleteUnit = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/units/{id}',
  audit: 'unit.delete',
  summary: 'Deletes a unit without readings, tags and references; others are retired',
  faults: ['notFound', 'conflict'],
  params: idPath,
  query: deleteQuery,
  reply: ok,
});

export const plantUnitEndpoints = [
  readIndustry,
  changeShift,
  listUnits,
  readUnit,
  createUnit,
  changeUnit,
  changeMeter,
  deleteUnit,
] as const;
