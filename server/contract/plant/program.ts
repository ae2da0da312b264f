import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, num, wholeNumber } from '../model/common.ts';

const owner = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default', method: 'get' } as const;
const count = z.number().int();

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export const readProgram = endpoint({
  ...owner,
  path: '/server',
  summary: 'The program that runs, since when, and on what',
  faults: [],
  reply: z
    .object({
      version: z.string(),
      startedAt: isoTime,
      node: z.string().meta({ description: 'version of Node.js' }),
      sqlite: z.string().meta({ description: 'version of SQLite' }),
      system: z.string().meta({ description: 'operating system with its release, and the kind of processor' }),
      host: z.string().meta({ description: 'name of the machine in its network' }),
      timezone: z.string().meta({ description: 'of the machine; the plant has its own' }),
      dataFolder: z.string().meta({ description: 'where everything is kept' }),
      processors: count.meta({ description: 'of the machine' }),
      memoryMiB: count.meta({ description: 'of the machine' }),
    })
    .meta({ id: 'Program' }),
});
export type Program = z.infer<(typeof readProgram)['reply']>;

export const readProgramLog = endpoint({
  ...owner,
  path: '/server/log',
  summary: 'The newest lines of the log, newest first',
  description:
    'Kept in memory since the start, without secrets. `text` is looked for in the message and the details, whatever its case; `level` names the least severe one shown.',
  faults: ['parameter'],
  query: z.object({
    level: z.enum(logLevels).default('info'),
    text: z.string().trim().max(100).optional().meta({ freeText: true }),
    limit: wholeNumber(1, 1000).prefault(200),
  }),
  reply: z.object({
    lines: z
      .array(
        z.object({
          at: isoTime.nullable().meta({ description: 'null of a line that is none of the log’s own' }),
          level: z.enum(logLevels),
          message: z.string(),
          details: z.string().meta({ description: 'what else the line holds, as JSON; empty where it is nothing' }),
        }),
      )
      .meta({ description: 'newest first' }),
    kept: count.meta({ description: 'lines that are kept, of every level' }),
  }),
});

const minute = z.object({
  at: isoTime,
  residentMiB: num.meta({ description: 'memory of the server' }),
  heapMiB: num.meta({ description: 'of it, objects of the program' }),
  databaseMiB: num.meta({ description: 'database and write-ahead log' }),
  diskFreeMiB: num.meta({ description: 'free on the disk of the data folder' }),
  eventLoopDelayP99Ms: num.meta({
    description: 'how late the server was at most in 99 of 100 moments; null of the present minute',
  }),
  lines: num.meta({ description: 'lines to the field' }),
  linesUp: num.meta({ description: 'lines that answer' }),
});

export const readProgramMetrics = endpoint({
  ...owner,
  path: '/server/metrics',
  summary: 'Figures of the server, minute by minute',
  description:
    'Of the last 24 hours, or since the start; oldest first, the last one is the present minute. /metrics has more, for Prometheus.',
  faults: [],
  reply: z.object({ minutes: z.array(minute) }).meta({ id: 'ProgramMetrics' }),
});
export type ProgramMinute = z.infer<typeof minute>;

export const readPackages = endpoint({
  ...owner,
  path: '/server/packages',
  summary: 'The packages installed with the program, with their licences',
  faults: [],
  reply: z.object({
    packages: z
      .array(
        z.object({
          name: z.string(),
          version: z.string(),
          licence: z.string().nullable().meta({ description: 'as the package names it; null where it names none' }),
        }),
      )
      .meta({ description: 'each once, by name' }),
  }),
});

export const programEndpoints = [readProgram, readProgramLog, readProgramMetrics, readPackages] as const;
