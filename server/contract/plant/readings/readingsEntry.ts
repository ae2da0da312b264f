import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { apiList, dmy, dmyText, isoTime, num, SLOT_MS } from '../../model/common.ts';

const MOST_VALUES = 31 * 300;
/** No plant has more of anything in a slot: a cubic kilometre, in litres. */
const LARGEST = 1e12;

export const enterReadings = endpoint({
  base: 'plant',
  method: 'post',
  path: '/readings/manual',
  summary: 'Enter or correct readings by hand',
  description:
    'One value per 5-minute slot from `from` on, in the stored unit: litres, Wh or mm of the slot for a meter, the value itself for anything else; no less than 0 of what a meter counts or a tank holds, and at most 1e12 of anything. Such slots have ' +
    'quality R, count as complete, and are kept whatever is measured or worked out later. null takes an entry back: the slot of a meter is worked out again ' +
    'from its readings, any other one is missing. Closed days get a new revision. What is more than the meter has at its largest flow or the tank holds, and what is before the plant joined, is taken with `confirmed: true` alone. The audit log keeps the values before and after.',
  auth: 'access',
  permission: 'COMMISSIONING',
  limit: 'default',
  faults: ['schema', 'parameter', 'noData', 'unavailable'],
  audit: 'readings.manual',
  body: z.object({
    unitId: z.string().min(1).max(64),
    param: z.string().min(1).max(64).optional().meta({ description: 'the unit’s main one where absent' }),
    from: isoTime.refine((time) => Date.parse(time) % SLOT_MS === 0, { error: 'must be the start of a 5-minute slot' }),
    values: z.array(z.number().min(-LARGEST).max(LARGEST).nullable()).min(1).max(MOST_VALUES),
    note: z.string().trim().min(1).max(500).meta({ description: 'why; kept in the ledger of a meter' }),
    confirmed: z.boolean().optional().meta({
      description:
        'true: what is unlikely is right. A refusal that names this field says what was sent and what was to be expected',
    }),
  }),
  reply: z
    .object({
      unitId: z.string(),
      param: z.string(),
      measure: z.string().meta({ description: 'unit of the values' }),
      from: isoTime,
      to: isoTime,
      slots: z.number().int(),
      days: z.array(z.object({ date: dmyText, revision: z.number().int(), total: num, completeness: z.number() })),
    })
    .meta({ id: 'EnteredReadings' }),
});

export const exportReadings = endpoint({
  base: 'plant',
  method: 'get',
  path: '/readings/export',
  summary: '5-minute readings as CSV',
  description:
    'One row per unit, parameter and slot of the shift days startDate..endDate, at most 1830 days, in stored units with their quality; the value is empty ' +
    'where the quality is M or X. UTF-8 with a byte order mark, for spreadsheets. Slots to come are left out. Rows are made while they are read, so a file of any length can be asked for.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({
    unitIds: apiList.optional().meta({ description: 'all units where absent' }),
    startDate: dmy,
    endDate: dmy,
  }),
  reply: z.string(),
  media: ['text/csv'],
});
