import { Bus } from '../core/bus.ts';
import { ManualClock } from '../core/clock.ts';
import { RunningProgram } from '../features/storage/program.ts';
import { StorageService, type StorageServiceParts } from '../features/storage/service.ts';
import { DamageList } from '../historian/store/damage.ts';
import { silent } from './httpRig.ts';

/** A service of a sound plant on a disk with room, and what it raises; parts of it may be others. */
export const storageRig = (dataFolder: string, own: Partial<StorageServiceParts> = {}) => {
  const bus = new Bus(silent);
  const alarms: (string | null)[] = [];
  bus.on('a test', 'equipmentFault', ({ text }) => void alarms.push(text));
  const room = { freeBytes: 1e12, totalBytes: 2e12, reserveBytes: 0, isFull: false, isFailing: false };
  const disk = { isThere: true };
  const service = new StorageService({
    ...{ dataFolder, bus, jobs: undefined, clock: new ManualClock(0), log: silent },
    disk: { room: () => room, isThere: () => disk.isThere, refillReserve: async () => false, bytes: () => 1 },
    damage: new DamageList(),
    seriesName: String,
    heads: () => ({}),
    readingsFault: () => null,
    changedStreams: () => [],
    firstDay: () => null,
    firstEntryMs: () => null,
    backups: () => ({ keep: { newest: 1, days: 1, months: 1 }, backupTimes: [], hasVerifiedBackup: false }),
    facts: () => ({}),
    logLines: () => [],
    program: new RunningProgram({
      ...{ version: '', sqlite: '', dataFolder, clock: new ManualClock(0) },
      ...{ logLines: () => [], minutes: () => [], packages: async () => [] },
    }),
    ownerIndustries: () => ['DEMO'],
    ...own,
  });
  return { service, alarms, room, disk };
};
