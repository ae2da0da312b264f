import { randomInt } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { BackupFolder } from '../backup/backupFolder.ts';
import { backupFolderOf, readPolicy } from '../backup/policy.ts';
import { restoreBackup } from '../backup/restoreBackup.ts';
import { loadIdentity } from '../bundle/identity.ts';
import type { JobSetting } from '../contract/process/jobs.ts';
import { dateOfDay } from '../core/shift.ts';
import { ReadingStore } from '../historian/index.ts';
import { openReading } from './openReading.ts';
import { turnWithRoom } from './turnWithRoom.ts';
import type { Work } from './work.ts';

const order = z.object({ nowMs: z.number(), name: z.string() });
const QUESTIONS = 10;
const MOST_DRAWS = 200;
const MOST_DAYS = 31;

type Asked = { question: string; same: boolean };

/** Asks two stores ten questions drawn anew: totals of some days, or the slots of one; days that were corrected since are drawn again. */
const compare = (
  live: ReadingStore,
  copy: ReadingStore,
  series: readonly { id: number; name: string }[],
  days: readonly number[],
): Asked[] => {
  const asked: Asked[] = [];
  const unchanged = (id: number, from: number, to: number): boolean => {
    const revisions = [live, copy].map((store) => store.dayTotals([id], from, to).map(({ day, revision }) => [day, revision]));
    return (revisions[0]?.length ?? 0) > 0 && isDeepStrictEqual(revisions[0], revisions[1]);
  };
  for (let draw = 0; draw < MOST_DRAWS && asked.length < QUESTIONS && series.length > 0 && days.length > 0; draw += 1) {
    const { id, name } = series[randomInt(series.length)] ?? { id: 0, name: '' };
    const from = days[randomInt(days.length)] ?? 0;
    const to = from + randomInt(MOST_DAYS);
    if (asked.length % 2 === 0) {
      if (!unchanged(id, from, to)) continue;
      const [a, b] = [live, copy].map((store) => store.dayTotals([id], from, to));
      asked.push({ question: `totals of ${name}, ${dateOfDay(from)} to ${dateOfDay(to)}`, same: isDeepStrictEqual(a, b) });
    } else if (unchanged(id, from, from)) {
      const [a, b] = [live, copy].map((store) => store.load(id, from));
      if (a) asked.push({ question: `slots of ${name}, ${dateOfDay(from)}`, same: isDeepStrictEqual(a, b) });
    }
  }
  return asked;
};

/** Restores a backup into a temporary folder and compares what it answers with what the plant does. */
export const drillWork =
  ({ dataFolder }: JobSetting): Work =>
  async (input, signal) => {
    const { nowMs, name } = order.parse(input);
    const identity = loadIdentity(join(dataFolder, 'keys'), nowMs);
    const folder = new BackupFolder(backupFolderOf(dataFolder, readPolicy(dataFolder), identity.site));
    const into = join(dataFolder, 'temp-drill');
    const turn = turnWithRoom(dataFolder, signal);
    const opened: { close(): void }[] = [];
    try {
      const { manifest, days } = await restoreBackup({
        snapshot: folder.snapshotPath(name),
        openers: [identity.opening],
        into,
        turn,
      });
      const [live, copy] = [dataFolder, into].map((one) => {
        const plant = openReading({ dataFolder: one });
        opened.push(plant.sqlite);
        return plant;
      });
      if (!live || !copy) throw new Error('two plants are compared');
      await live.directory.load();
      const series = live.directory
        .industries()
        .flatMap(({ id }) => live.directory.units(id))
        .flatMap((unit) => unit.series.map(({ id, param }) => ({ id, name: `${unit.name} ${param}` })));
      const held = [...new Set(manifest.sets.flatMap((set) => set.days.map(([, day]) => day)))];
      const questions = compare(new ReadingStore(live.sqlite), new ReadingStore(copy.sqlite), series, held);
      return { snapshot: name, bytes: null, days, damaged: manifest.damaged.length, questions };
    } finally {
      for (const one of opened) one.close();
      rmSync(into, { recursive: true, force: true });
    }
  };
