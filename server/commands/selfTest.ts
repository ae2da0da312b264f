/** `npm run self-test -- --data DIR`: everything stored against its hashes and checksums, in one snapshot, also while the plant runs. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { refuseHalfRestored } from '../backup/swapFolder.ts';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import { isDamageError } from '../db/transfer/findDamage.ts';
import { exitCodes } from '../exitCodes.ts';
import { headsAsNoted, selfTest } from '../features/storage/index.ts';
import { openReading } from '../jobs/openReading.ts';
import { endWith, readArguments } from './commandLine.ts';

const usage = 'usage: npm run self-test -- --data DIR; DIR is the data folder of the plant, which may run meanwhile';

const run = (): number => {
  const { data } = readArguments(usage, { options: { data: { type: 'string' } } }).values;
  if (data === undefined) throw new Failure('parameter', usage);
  const folder = resolve(data);
  refuseHalfRestored(folder);
  const path = join(folder, 'headworks.db');
  if (!existsSync(path)) throw new Failure('parameter', `there is no ${path}`);
  const { sqlite } = openReading({ dataFolder: folder });
  try {
    const { heads, damage } = headsAsNoted(folder);
    const { durationMs, ...result } = selfTest(sqlite, heads, () => systemClock.monotonicMs());
    const { findings: inside, ok: isWhole, found: foundInside, ...counts } = result;
    const [ok, found, findings] = [isWhole && damage.length === 0, foundInside + damage.length, [...damage, ...inside]];
    const looked = Object.entries(counts)
      .map(([name, count]) => `${count} ${name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`)
      .join(', ');
    for (const { part, name, date, reason } of findings)
      process.stdout.write(`damaged: ${part} of ${name}${date === null ? '' : ` on ${date}`}: ${reason}\n`);
    process.stdout.write(`${ok ? 'all whole' : `${found} damaged`}: ${looked}, ${(durationMs / 1000).toFixed(1)} s\n`);
    return ok ? exitCodes.asked : exitCodes.damaged;
  } finally {
    sqlite.close();
  }
};

try {
  process.exitCode = run();
} catch (error) {
  endWith(error);
  if (isDamageError(error)) process.exitCode = exitCodes.damaged;
}
