import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime, num, ok, wholeNumber } from '../../model/common.ts';
import { registerType, space, wordOrder } from '../../model/field.ts';
import { commissioning, idPath } from '../row.ts';
import { toolJobFields, toolTarget } from './jobs.ts';

const address = z.number().int().min(0).max(65_535);
/** Faults of a request that reaches for a device. */
const fieldFaults = ['badRequest', 'notFound', 'unavailable'] as const;

const targetQuery = { connectionId: toolTarget.connectionId, slaveId: wholeNumber(0, 255) };
const areaQuery = {
  ...targetQuery,
  space,
  address: wholeNumber(0, 65_535).meta({ description: '0-based, as on the wire' }),
};

const readOut = z
  .object({
    at: isoTime,
    answerMs: z.number(),
    space,
    address,
    words: z.array(z.number().int()).meta({ description: 'registers 0 to 65535, or bits 0 and 1' }),
  })
  .meta({ id: 'RegisterRead' });
export type RegisterReadOut = z.infer<typeof readOut>;

export const readRegisters = endpoint({
  ...commissioning,
  method: 'get',
  path: '/registers',
  summary: 'Reads registers of a device once; ask again for a live view',
  description:
    'Waits until the line has nothing else to do. Ranges that must not be read on a configured device are refused. A device that refuses or stays silent is 503, with the reason in words.',
  faults: fieldFaults,
  query: z.object({ ...areaQuery, count: wholeNumber(1, 2000).prefault(10) }),
  reply: readOut,
});

const mapSpec = z.object({
  ...toolTarget,
  space,
  from: address,
  to: address,
  maxCount: z.number().int().min(1).max(2000).optional().meta({ description: 'most at once; the device’s limit where absent' }),
  thorough: z.boolean().default(false).meta({
    description:
      'asks for every address. Otherwise a long run of absent ones is crossed in steps of 10 and the addresses between stay `unasked`',
  }),
});
export type MapSpec = z.infer<typeof mapSpec>;

const mapRun = z.object({
  from: address,
  to: address,
  state: z.enum(['present', 'absent', 'silent', 'forbidden', 'unasked']),
  words: z.array(z.number().int()).nullable().meta({ description: 'of present addresses, as they were read' }),
});
export type MapRun = z.infer<typeof mapRun>;
const registerMap = {
  runs: z.array(mapRun).meta({ description: 'by address, without gaps' }),
  largestRead: z.number().int().nullable().meta({ description: 'most addresses that one request brought' }),
};
export type RegisterMap = { runs: MapRun[]; largestRead: number | null };

const registerMapJob = z
  .object({ ...toolJobFields, ...toolTarget, space, from: address, to: address, ...registerMap })
  .meta({ id: 'RegisterMap' });
export type RegisterMapView = z.infer<typeof registerMapJob>;

export const startRegisterMap = endpoint({
  ...commissioning,
  method: 'post',
  path: '/register-maps',
  creates: true,
  audit: 'registers.map',
  summary: 'Finds which addresses of a device exist, with what they hold',
  description:
    'Reads blocks as large as the device takes and halves those it refuses. Runs beside polling, in the line’s free time; at most 20,000 addresses. Nothing is written.',
  faults: ['schema', 'badRequest', 'notFound', 'conflict'],
  body: mapSpec,
  reply: registerMapJob,
});

export const readRegisterMap = endpoint({
  ...commissioning,
  method: 'get',
  path: '/register-maps/{id}',
  summary: 'How far a map is, and what is known so far',
  faults: ['notFound'],
  params: idPath,
  reply: registerMapJob,
});

export const listRegisterMaps = endpoint({
  ...commissioning,
  method: 'get',
  path: '/register-maps',
  summary: 'Maps of this run of the server, newest first; each is a snapshot that can be compared',
  faults: [],
  reply: z.object({ maps: z.array(registerMapJob.omit({ runs: true })) }),
});

export const cancelRegisterMap = endpoint({
  ...commissioning,
  method: 'delete',
  path: '/register-maps/{id}',
  audit: 'registers.cancel',
  summary: 'Ends the making of a map; what is known stays',
  faults: ['notFound'],
  params: idPath,
  reply: ok,
});

export const compareRegisterMaps = endpoint({
  ...commissioning,
  method: 'get',
  path: '/register-map-comparison',
  summary: 'What changed between two maps: open the valve in between and see which register moved',
  faults: ['notFound', 'badRequest'],
  query: z.object({ before: z.string().min(1).max(64), after: z.string().min(1).max(64) }),
  reply: z
    .object({
      compared: z.number().int(),
      changes: z.array(
        z.object({
          address,
          before: num,
          after: num,
          changedBits: z.array(z.number().int()).meta({ description: '0 is the lowest; empty where one of them is null' }),
        }),
      ),
    })
    .meta({ id: 'RegisterComparison' }),
});

const matrixRow = z.object({
  address,
  word: z.number().int(),
  hex: z.string(),
  bits: z.string(),
  text: z.string().meta({ description: 'both bytes as characters' }),
  values: z.array(
    z.object({
      type: registerType,
      wordOrder,
      value: z
        .union([z.number(), z.string()])
        .nullable()
        .meta({ description: 'text for whole numbers beyond 2^53; null: no number' }),
    }),
  ),
});
export type MatrixRow = z.infer<typeof matrixRow>;

export const decodeMatrix = endpoint({
  ...commissioning,
  method: 'get',
  path: '/decode-matrix',
  summary: 'Registers beside every type and word order that can begin at each',
  faults: fieldFaults,
  query: z.object({ ...areaQuery, count: wholeNumber(1, 64).prefault(8) }),
  reply: z.object({ at: isoTime, rows: z.array(matrixRow) }).meta({ id: 'DecodeMatrix' }),
});

const shown = z
  .string()
  .trim()
  .regex(/^[+-]?\d{1,15}([.,]\d{1,9})?$/, 'must be the number as the display shows it, such as 23.40')
  .meta({ description: 'as the display shows it: its digits say how exact it is' });

const candidate = z
  .object({
    address,
    type: registerType,
    wordOrder,
    scale: z.number(),
    value: z.number(),
    reads: z.number().int().meta({ description: 'readings it matched, all there were' }),
    decode: z.string().meta({ description: 'in words' }),
    fraction: z
      .object({ address, type: registerType, wordOrder })
      .optional()
      .meta({ description: 'of a total given as a whole number and its fraction: where the fraction is' }),
  })
  .meta({ id: 'DisplayCandidate' });
export type DisplayCandidate = z.infer<typeof candidate>;

const displayMatch = z
  .object({
    id: z.string(),
    readings: z.number().int(),
    moved: z.boolean().meta({ description: 'the display showed different numbers: what still matches is hardly chance' }),
    confirmed: z.boolean().meta({ description: 'at least three readings, moved, and only one candidate is left' }),
    words: z.string().meta({ description: 'the outcome and what to do next' }),
    candidates: z.array(candidate).meta({ description: 'the likeliest first, at most 20' }),
  })
  .meta({ id: 'DisplayMatch' });
export type DisplayMatchView = z.infer<typeof displayMatch>;

export const startDisplayMatch = endpoint({
  ...commissioning,
  method: 'post',
  path: '/display-matches',
  creates: true,
  audit: 'display.match',
  summary: 'Which address, type, word order and scale give the number on the display',
  description:
    'Reads around the address that the manual gives, two to each side, and ranks what fits. Without a number it only begins to look: ask for the match each second while somebody types.',
  faults: ['schema', ...fieldFaults],
  body: z.object({ ...toolTarget, space: z.enum(['holding', 'input']), address, shown: shown.optional() }),
  reply: displayMatch,
});

export const lookAtDisplayMatch = endpoint({
  ...commissioning,
  method: 'get',
  path: '/display-matches/{id}',
  summary: 'Reads the registers once more: a number that moved on while it was typed is found among those of the last 20 seconds',
  faults: fieldFaults,
  params: idPath,
  reply: displayMatch,
});

export const confirmDisplayMatch = endpoint({
  ...commissioning,
  method: 'post',
  path: '/display-matches/{id}/readings',
  audit: 'display.match',
  summary: 'Reads again, with what the display shows now: candidates that no longer match fall out',
  faults: ['schema', ...fieldFaults],
  params: idPath,
  body: z.object({ shown }),
  reply: displayMatch,
});

export const plantToolsRegisterEndpoints = [
  readRegisters,
  startRegisterMap,
  listRegisterMaps,
  compareRegisterMaps,
  readRegisterMap,
  cancelRegisterMap,
  decodeMatrix,
  startDisplayMatch,
  lookAtDisplayMatch,
  confirmDisplayMatch,
] as const;
