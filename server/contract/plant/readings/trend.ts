import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { counterEventKind, dmy, isoTime, num, qualityLetter, SLOT_MS, unitType, wholeNumber } from '../../model/common.ts';

const slotStart = isoTime.refine((time) => Date.parse(time) % SLOT_MS === 0, { error: 'must be the start of a 5-minute slot' });

const trendLimit = z.object({
  kind: z.enum(['low', 'high', 'day', 'month']).meta({
    description: 'low and high limit of the value, or the most that a day or a month may come to',
  }),
  value: z.number(),
  unit: z.string().meta({ description: 'that of the values, or m3/h beside a volume of 5 minutes' }),
});

const trendFigures = z
  .object({
    total: num.meta({ description: 'sum of a counter, null of everything else' }),
    avg: num.meta({ description: 'mean of the known slots of a gauge or stock' }),
    min: num.meta({ description: 'lowest known slot; with step=day of a counter the lowest day' }),
    minAt: isoTime.nullable().meta({ description: 'start of that slot or day' }),
    max: num.meta({ description: 'highest known slot; with step=day of a counter the highest day' }),
    maxAt: isoTime.nullable(),
    last: num,
    completeness: z.number().meta({ description: 'percent of the elapsed slots that were measured or entered' }),
    estimated: z.number().meta({ description: 'part of the total whose volume was estimated' }),
    compared: z
      .object({
        slots: wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({ description: 'slots of the range that are over' }),
        known: wholeNumber(0, Number.MAX_SAFE_INTEGER).meta({
          description: 'those of them that have a value; all, of a meter that was measured in 95 % of them',
        }),
        isEntered: z.boolean().meta({ description: 'a person enters it' }),
      })
      .nullable()
      .meta({
        description: 'what decides whether the total may be held against that of another range; null of everything but a counter',
      }),
    counterOpen: num.meta({
      description: 'display of the meter at the start of the first day, in its own counts; null inside of days',
    }),
    counterClose: num.meta({ description: 'display of the meter at the end of the last day, or now' }),
  })
  .meta({ id: 'TrendFigures' });

export const trend = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    unitType,
    param: z.string(),
    name: z.string(),
    unit: z.string().meta({ description: 'of every value' }),
    kind: z.enum(['counter', 'gauge', 'stock']),
    depth: z.boolean().meta({ description: 'metres below ground: the larger, the lower the water' }),
    from: isoTime,
    to: isoTime,
    settledTo: isoTime.meta({ description: 'the slots before it are over; later ones have no value yet' }),
    stepMinutes: z.number().meta({ description: 'minutes of each value; of days 1440, also where a day has 23 or 25 hours' }),
    starts: z.array(isoTime).optional().meta({ description: 'start of each day, with step=day' }),
    values: z.array(num).meta({
      description:
        'of a counter the sum, of a gauge the mean, of a stock the last value of each step; null where nothing is known',
    }),
    low: z.array(num).optional().meta({ description: 'lowest slot of each step, where a step is more than a slot' }),
    high: z.array(num).optional().meta({ description: 'highest slot of each step, where a step is more than a slot' }),
    quality: z.string().meta({ description: 'one letter of the slots’ quality for each value' }),
    running: z
      .object({ from: isoTime, value: z.number(), quality: qualityLetter })
      .nullable()
      .meta({ description: 'what the slot that is not over has come to so far; it is in no value and no figure' }),
    limits: z.array(trendLimit),
    figures: trendFigures,
    events: z.array(
      z.object({ at: isoTime, kind: counterEventKind, before: num, after: num, note: z.string() }).meta({ id: 'TrendEvent' }),
    ),
  })
  .meta({ id: 'Trend' });
export type Trend = z.infer<typeof trend>;

export const readTrend = endpoint({
  base: 'plant',
  method: 'get',
  path: '/trend',
  summary: 'Any parameter of a unit over any range, thinned to what a chart can show',
  description:
    'Either shift days date1..date2 or a stretch from..to on the 5-minute grid; at most 366 days, with step=day 1830. step=slot answers 5-minute slots; where ' +
    'they are more than twice `points`, equal stretches of several slots with their lowest and highest, so that a picture of `points` pixels keeps every peak. ' +
    'Volumes and energies are in the unit of measure of the unit, everything else as it is stored. elapsedMinutes counts the figures of only so much of the ' +
    'range from its start, as a day before is compared with a running one; the values are all there. form=counter answers a counter as the volume it has ' +
    'counted since the start of the range.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter', 'noData'],
  query: z.object({
    unitId: z.string().min(1).max(100),
    param: z.string().min(1).max(64).optional().meta({ description: 'the unit’s main one where absent' }),
    date1: dmy.optional(),
    date2: dmy.optional().meta({ description: 'last shift day, included; date1 where absent' }),
    from: slotStart.optional(),
    to: slotStart.optional(),
    step: z.enum(['slot', 'hour', 'day']).default('slot'),
    points: wholeNumber(20, 5000).prefault(1000),
    elapsedMinutes: wholeNumber(0, 3_000_000).optional(),
    form: z.enum(['value', 'counter']).default('value'),
  }),
  reply: trend,
});
