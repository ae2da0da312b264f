import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { ifMatch, isoTime } from '../model/common.ts';
import { whole } from '../whole.ts';

const owner = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default' } as const;
const count = z.number().int();
const keep = (usual: number) => z.number().int().min(1).max(500).default(usual);

export const backupPolicy = z
  .object({
    enabled: z.boolean().default(true),
    folder: z
      .string()
      .min(1)
      .max(1024)
      .refine((path) => /^([/\\]|[A-Za-z]:[/\\])/.test(path), { error: 'must be a whole path' })
      .nullable()
      .default(null)
      .meta({ description: 'folder on a second disk, a share or a stick; null for one in the data folder' }),
    every: z.enum(['hour', 'day']).default('hour'),
    keep: z
      .object({
        newest: keep(24).meta({ description: 'this many of the newest' }),
        days: keep(14).meta({ description: 'the newest of each of so many days' }),
        months: keep(6).meta({ description: 'the newest of each of so many months' }),
      })
      .prefault({})
      .meta({ description: 'which backups are kept; a backup that is kept by any of the three stays' }),
    drill: z.boolean().default(true).meta({ description: 'once a month a backup is restored apart and compared with the plant' }),
    alarmAfterDays: z
      .number()
      .int()
      .min(1)
      .max(90)
      .default(2)
      .meta({ description: 'an alarm is raised when the last verified backup is older' }),
  })
  .meta({ id: 'BackupPolicy' });
export type BackupPolicy = z.infer<typeof backupPolicy>;

const run = z
  .object({
    id: z.string(),
    kind: z.enum(['backup', 'verify', 'drill', 'restore']),
    startedAt: isoTime,
    endedAt: isoTime.nullable(),
    outcome: z.enum(['running', 'verified', 'failed']),
    snapshot: z.string().nullable().meta({ description: 'name of the backup it was about' }),
    bytes: count.nullable().meta({ description: 'written by this run' }),
    days: count.nullable().meta({ description: 'closed days of single series that it wrote or read' }),
    error: z.string().nullable(),
    questions: z
      .array(z.object({ question: z.string(), same: z.boolean() }))
      .nullable()
      .meta({ description: 'of a drill: what was asked of both plants' }),
  })
  .meta({ id: 'BackupRun' });
export type BackupRun = z.infer<typeof run>;

const finding = z.object({
  code: z.enum(['noRecoveryKit', 'sameDisk', 'noVerifiedBackup', 'oldBackup', 'failed', 'damagedDays', 'historyMissing', 'off']),
  message: z.string(),
});
export type BackupFinding = z.infer<typeof finding>;

export const missingHistory = z
  .object({
    since: isoTime.meta({ description: 'when the damaged database was set aside' }),
    cause: z.string(),
    setAside: z.string().meta({ description: 'folder with the damaged database' }),
    from: z.enum(['backup', 'salvage', 'nothing']).meta({ description: 'where the configuration came from' }),
    snapshot: z.string().nullable().meta({ description: 'the backup that was used' }),
    lostFrom: isoTime.nullable().meta({ description: 'what came after this is in no backup' }),
    series: z
      .array(
        z.object({
          industryId: z.string(),
          unitId: z.string(),
          param: z.string(),
          firstDay: z.string(),
          lastDay: z.string(),
          days: count.meta({ description: 'closed days that the backup holds and the plant does not' }),
        }),
      )
      .meta({ description: 'what is missing' }),
  })
  .meta({ id: 'MissingHistory' });
export type MissingHistory = z.infer<typeof missingHistory>;

const kitView = z.object({ id: z.string(), createdAt: isoTime });

export const readBackup = endpoint({
  ...owner,
  method: 'get',
  path: '/backup',
  summary: 'How well this plant is backed up',
  faults: [],
  reply: z
    .object({
      site: z.string().meta({ description: 'id of this plant for ever' }),
      epoch: count.meta({ description: 'one more after each restore' }),
      fingerprint: z.string().meta({ description: "of the site's key" }),
      folder: z.string().meta({ description: 'empty while the stored policy cannot be read' }),
      kit: kitView.nullable().meta({ description: 'the recovery kit that backups are encrypted for' }),
      lastVerified: z.object({ at: isoTime, snapshot: z.string(), daysAgo: z.number() }).nullable(),
      running: z.boolean(),
      findings: z.array(finding).meta({ description: 'what is not as it should be' }),
      missing: missingHistory.nullable().meta({ description: 'history that waits for a decision after a damaged database' }),
      runs: z.array(run).meta({ description: 'the last ones, newest first' }),
    })
    .meta({ id: 'BackupState' }),
});

export const readBackupPolicy = endpoint({
  ...owner,
  method: 'get',
  path: '/backup/policy',
  summary: 'When backups are made, where, and how long they are kept',
  description: 'Answers an ETag for If-Match.',
  faults: [],
  reply: backupPolicy,
});

export const saveBackupPolicy = endpoint({
  ...owner,
  confirm: 'always',
  method: 'put',
  path: '/backup/policy',
  summary: 'Changes when backups are made, where, and how long they are kept',
  description:
    'A folder is tried before it is accepted. Backups that are there already stay where they are. With If-Match, a policy that was changed meanwhile is 409. While the stored policy is damaged its tag is "damaged".',
  faults: ['schema', 'badRequest', 'conflict'],
  audit: 'backup.policy',
  headers: ifMatch,
  body: whole(backupPolicy),
  reply: backupPolicy,
});

export const startBackup = endpoint({
  ...owner,
  method: 'post',
  path: '/backup/runs',
  summary: 'Makes a backup now',
  description: 'Answers at once; the run is in the list of runs until it has ended, and after.',
  faults: ['conflict'],
  audit: 'backup.run',
  reply: run,
});

export const listBackups = endpoint({
  ...owner,
  method: 'get',
  path: '/backup/snapshots',
  summary: 'The backups in the folder, newest first',
  faults: ['unavailable'],
  reply: z.object({
    snapshots: z.array(
      z.object({
        name: z.string(),
        createdAt: isoTime,
        bytes: count.meta({ description: 'of the snapshot itself' }),
        days: count.nullable().meta({ description: 'closed days of single series; null where it cannot be opened here' }),
        verifiedAt: isoTime.nullable(),
      }),
    ),
  }),
});

const snapshotName = z.object({ name: z.string().regex(/^\d{8}T\d{6}Z$/, 'must be the name of a backup') });

export const verifyBackup = endpoint({
  ...owner,
  method: 'post',
  path: '/backup/snapshots/{name}/verify',
  summary: 'Reads a backup whole: opens, hashes and counts it',
  description: 'Answers at once; what was found is in the list of runs.',
  faults: ['parameter', 'notFound', 'conflict'],
  audit: 'backup.verify',
  params: snapshotName,
  reply: run,
});

export const startDrill = endpoint({
  ...owner,
  method: 'post',
  path: '/backup/drills',
  summary: 'Restores the newest backup apart and compares it with the plant',
  description: 'Ten questions are drawn anew and asked of both. Answers at once; what was found is in the list of runs.',
  faults: ['conflict', 'notFound'],
  audit: 'backup.drill',
  reply: run,
});

export const makeRecoveryKit = endpoint({
  ...owner,
  confirm: 'always',
  method: 'post',
  path: '/backup/recovery-kit',
  summary: 'Makes a recovery kit, which is shown this once',
  description:
    'Whoever holds it can open the backups made from now on, on any machine. It is stored nowhere. Backups made before need the kit of their time.',
  faults: [],
  audit: 'backup.recoveryKit',
  creates: true,
  reply: z
    .object({
      id: z.string(),
      createdAt: isoTime,
      words: z.string().meta({ description: '24 words' }),
      qr: z.string().meta({ description: 'text of a QR code' }),
    })
    .meta({ id: 'RecoveryKit' }),
});

export const restoreBackup = endpoint({
  ...owner,
  confirm: 'always',
  method: 'post',
  path: '/backup/snapshots/{name}/restore',
  summary: 'Puts a backup in place of everything that is stored',
  description:
    'The backup is read whole first; the answer comes before that, and what was found is in the list of runs. The server then stops, keeps the old data in a folder beside, and starts again with the backup; every session ends. `replacement` is this plant again, with the next epoch; `copy` is another one for testing, with its field off.',
  faults: ['schema', 'parameter', 'notFound', 'conflict', 'unavailable'],
  audit: 'backup.restore',
  params: snapshotName,
  body: z.object({ as: z.enum(['replacement', 'copy']) }),
  reply: run,
});

export const mergeMissing = endpoint({
  ...owner,
  confirm: 'always',
  method: 'post',
  path: '/backup/missing',
  summary: 'Decides about history that is missing after a damaged database',
  description:
    '`merge` takes the closed days of the backup in that are missing, of a chosen folder by way of a copy in the data folder (507 without room for it); `leave` leaves it as it is.',
  faults: ['schema', 'notFound', 'conflict', 'storageFull', 'unavailable'],
  audit: 'backup.missing',
  body: z.object({ decision: z.enum(['merge', 'leave']) }),
  reply: z.object({ days: count.meta({ description: 'closed days of single series that were taken in' }) }),
});

export const backupEndpoints = [
  readBackup,
  readBackupPolicy,
  saveBackupPolicy,
  startBackup,
  listBackups,
  verifyBackup,
  startDrill,
  makeRecoveryKit,
  restoreBackup,
  mergeMissing,
] as const;
