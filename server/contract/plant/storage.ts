import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime } from '../model/common.ts';

const owner = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default' } as const;
const count = z.number().int();

const finding = z
  .object({
    part: z.string().meta({ description: 'slots, total, openSlot, dayHash, row, stream, audit or database' }),
    name: z.string().meta({ description: 'unit and parameter, table and key, stream and number' }),
    date: z.string().nullable().meta({ description: 'shift day of readings, or time of an open slot' }),
    reason: z.string().meta({
      description: 'checksum, hash, unreadable, unsealed, missing, extra, cut, rewritten, or the words of the database',
    }),
  })
  .meta({ id: 'StorageFinding' });

const selfTestResult = z
  .object({
    ok: z.boolean(),
    findings: z.array(finding).meta({ description: 'the first thousand' }),
    found: count.meta({ description: 'how many there are' }),
    days: count.meta({ description: 'closed days of single series that were looked at' }),
    totals: count.meta({ description: 'day totals' }),
    openSlots: count.meta({ description: 'slots of open days' }),
    rows: count.meta({ description: 'rows of all other tables' }),
    entries: count.meta({ description: 'chained entries of alarms, commands and counter events' }),
    auditRows: count.meta({ description: 'whole rows of the audit log, from the first on' }),
    durationMs: count,
  })
  .meta({ id: 'StorageSelfTest' });
export type StorageSelfTest = z.infer<typeof selfTestResult>;

const storageState = z
  .object({
    disk: z
      .object({
        freeBytes: count.meta({ description: 'free for the server on the disk of the data folder' }),
        totalBytes: count.meta({ description: 'size of that disk' }),
        reserveBytes: count.meta({ description: 'kept for logins, audit log and alarms on a full disk' }),
        isFull: z.boolean().meta({ description: 'writes are refused for want of room' }),
        isFailing: z.boolean().meta({ description: 'the disk refused the last write with an error' }),
        databaseBytes: count.meta({ description: 'database and write-ahead log' }),
        fullOn: z.string().nullable().meta({
          description:
            'date on which the disk is full if it goes on like this; null beyond ten years, and where the growth is not known',
        }),
        isGrowthKnown: z.boolean().meta({ description: 'false until a day of measuring has shown how the database grows' }),
      })
      .meta({ description: 'room on the disk of the data folder' }),
    damage: z.array(finding).meta({ description: 'found in reading since the start and answered as missing' }),
    selfTest: z
      .object({ at: isoTime, result: selfTestResult })
      .nullable()
      .meta({ description: 'the last one since the start; it runs once a day' }),
  })
  .meta({ id: 'StorageState' });
export type StorageState = z.infer<typeof storageState>;

export const readStorage = endpoint({
  ...owner,
  method: 'get',
  path: '/storage',
  summary: 'Disk, damaged readings, and the last self-test',
  description: 'Belongs to the owner of the site.',
  faults: [],
  reply: storageState,
});

export const startSelfTest = endpoint({
  ...owner,
  method: 'post',
  path: '/storage/self-test',
  audit: 'storage.selfTest',
  summary: 'Everything stored against its hashes and checksums',
  description: 'Takes about 10 s for a million rows; what is wrong is named by series and day.',
  faults: ['rateLimit', 'unavailable'],
  reply: selfTestResult,
});

export const storageEndpoints = [readStorage, startSelfTest] as const;
