import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { alarmState } from '../model/alarmState.ts';
import { dmy, dmyText, isoTime, num, qualityLetter } from '../model/common.ts';
import { numbers } from '../plainLists.ts';
import { nameText } from '../rules/nameText.ts';

const MIB = 1_048_576;
const id = z.string().min(1).max(64);
const place = z.number().min(-1e6).max(1e6);
const size = z.number().min(0).max(1e6);

/** Which of an industry's diagrams: plain words, for they are shown and put together to a name. */
const word = z.string().regex(/^[\p{L}\p{N} ._-]{0,64}$/u, 'must be at most 64 letters, digits, spaces, dots and dashes');
export const DEFAULT_DOC_TYPE = 'scadaWaterBalance';

const binding = z
  .looseObject({ unitId: id, field: z.string().min(1).max(64), param: z.string().max(64).optional() })
  .meta({ id: 'ScadaBinding' });

const control = z.looseObject({ deviceId: id, action: z.enum(['valve', 'setpoint']) });

const plainKinds = ['tank', 'pump', 'valve', 'meter', 'sensor', 'membrane', 'text', 'alarm', 'group'] as const;
const plantKinds = ['basin', 'controlValve', 'filter', 'coolingTower', 'borewell', 'pond', 'line'] as const;
const nodeKinds = [...plainKinds, ...plantKinds] as const;

const scadaNode = z
  .looseObject({
    id,
    kind: z.enum(nodeKinds),
    label: z.string().max(200),
    x: place,
    y: place,
    w: size,
    h: size,
    rotation: z.number().min(-360).max(360).optional(),
    bind: z.array(binding).max(20).optional(),
    range: z
      .looseObject({ min: z.number(), low: z.number().optional(), high: z.number().optional(), max: z.number() })
      .optional()
      .meta({ description: 'of the first binding, in the unit that is shown; its limits go before those of the unit' }),
    control: control.optional().meta({ description: 'the write point that moves it; a valve shows what that reads back' }),
    link: z
      .string()
      .max(500)
      .regex(/^(?!\s*[a-z][a-z0-9+.-]*:)[^\p{Cc}]*$|^https?:\/\/[^\p{Cc}]*$/iu, 'must be a page, a path or a web address')
      .optional(),
  })
  .meta({ id: 'ScadaNode' });

const scadaEdge = z.looseObject({
  id,
  source: id,
  target: id,
  points: z
    .array(z.tuple([place, place]))
    .max(100)
    .optional(),
  flowUnitId: id.optional(),
});

const scadaPage = z
  .looseObject({
    id,
    name: nameText(200),
    level: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    width: size,
    height: size,
    nodes: z.array(scadaNode).max(1000),
    edges: z.array(scadaEdge).max(2000),
  })
  .meta({ id: 'ScadaPage' });
export type ScadaPage = z.output<typeof scadaPage>;
export type ScadaNode = z.output<typeof scadaNode>;

export const scadaGraph = z
  .looseObject({
    prefix: word,
    docType: word,
    version: z.number().int().min(0).meta({ description: '0: nothing was saved yet' }),
    pages: z.array(scadaPage).max(50),
    updatedAt: isoTime.optional(),
    updatedBy: z.string().optional(),
  })
  .meta({ id: 'ScadaGraph' });
export type ScadaGraph = z.output<typeof scadaGraph>;

/** What is saved; version, time and author are the server's. */
const scadaGraphBody = scadaGraph.omit({ updatedAt: true, updatedBy: true }).extend({
  prefix: word.optional(),
  docType: word.optional(),
  version: z.number().int().min(0).optional().meta({ description: 'the one the change was made from; not checked where absent' }),
});
export type ScadaGraphBody = z.output<typeof scadaGraphBody>;

const which = z.object({
  prefix: word.optional().meta({ freeText: true, description: 'empty where absent' }),
  docType: word.optional().meta({ freeText: true, description: `${DEFAULT_DOC_TYPE} where absent` }),
});

export const readScadaGraph = endpoint({
  base: 'user',
  method: 'get',
  path: '/scada/graphEditor',
  summary: 'A SCADA diagram',
  description: 'One that was never saved has version 0 and no pages.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: which,
  reply: scadaGraph,
});

export const saveScadaGraph = endpoint({
  base: 'user',
  method: 'post',
  path: '/scada/graphEditor',
  audit: 'scada.save',
  summary: 'Saves a SCADA diagram as a new version',
  description:
    'prefix and docType of the query go before those of the body. Fields that are not known are kept untouched. 400 with what and where for an id that is ' +
    'given twice, an edge without its node, a unit that does not exist, a field that a unit does not have, and a range that runs backwards; 409 when ' +
    '`version` is not the present one. At most 50 pages, 1,000 nodes and 2,000 edges a page, 4,000 bindings, and 4 MiB. ' +
    'The fields of a binding: `value` (what the unit measures now: its flow, level, power or, with `param`, a quality), `total` (its counter over the window), ' +
    '`counter` (the totalizer’s reading), `percent` (of a tank), `status` (online or offline), or any parameter of the unit, such as `level`.',
  auth: 'access',
  permission: 'SCADA_EDITOR',
  limit: 'default',
  bodyLimitBytes: 4 * MIB,
  faults: ['schema', 'parameter', 'badRequest', 'conflict', 'tooLarge'],
  query: which,
  body: scadaGraphBody,
  reply: scadaGraph,
});

const scadaValue = z
  .object({
    unitId: z.string(),
    field: z.string(),
    param: z.string().optional(),
    value: z.union([z.number(), z.string(), z.null()]),
    unit: z.string(),
    at: isoTime.nullable().meta({ description: 'when it was last measured' }),
    quality: qualityLetter,
    state: z.enum(['normal', 'low', 'high', 'bad', 'stale']),
    spark: numbers().optional().meta({
      description: 'the last 8 hours of the window in quarters of an hour, oldest first: sums of a counter, else means',
    }),
    sparkQuality: z.string().optional().meta({ description: 'a letter for each; the value is 0 where it is M or X' }),
  })
  .meta({ id: 'ScadaValue' });
export type ScadaValue = z.infer<typeof scadaValue>;

const scadaNodeData = z
  .object({
    id: z.string(),
    values: z.array(scadaValue),
    total: num.optional().meta({ description: 'over the window, of the meters that the node is bound to' }),
    totalUnit: z.string().optional(),
    completeness: z.number().optional().meta({ description: 'of the total, percent' }),
    alarm: z
      .object({ state: alarmState, priority: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]) })
      .optional()
      .meta({ description: 'the most urgent of the node’s units' }),
  })
  .meta({ id: 'ScadaNodeData' });
export type ScadaNodeData = z.infer<typeof scadaNodeData>;

export const scadaDataBody = z
  .object({
    date: dmyText,
    type: z.string(),
    refreshedAt: isoTime,
    pages: z.array(z.object({ id: z.string(), name: z.string(), prefix: z.string(), nodes: z.array(scadaNodeData) })),
  })
  .meta({ id: 'ScadaData' });
export type ScadaData = z.infer<typeof scadaDataBody>;

export const scadaData = endpoint({
  base: 'user',
  method: 'get',
  path: '/scada/data',
  summary: 'What every binding of the diagrams shows',
  description:
    'The pages of every diagram of the docType, or of the one with the prefix. While the window runs, values are those of this moment; of a window that is over, ' +
    'those at its end. A value older than 10 minutes is stale. A unit that was removed since the diagram was saved is bad and null. An answer of more than ' +
    '600 bindings has no sparklines: ask for one page with `page`.',
  auth: 'access',
  limit: 'default',
  faults: ['parameter'],
  query: which.extend({
    date: dmy,
    type: z.enum(['DAY', 'MONTH', 'YEAR']).default('DAY'),
    page: id.optional().meta({ freeText: true, description: 'id of one page; all of them where absent' }),
  }),
  reply: scadaDataBody,
});

export const scadaEndpoints = [readScadaGraph, saveScadaGraph, scadaData] as const;
