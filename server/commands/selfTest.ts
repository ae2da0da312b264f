/** `npm run self-test -- --data DIR`: everything stored against its hashes and checksums, in one snapshot, also while the plant runs. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../core/clock.ts';
import { messageOf } from '../core/fail.ts';
import { exitCodes } from '../exitCodes.ts';
import { headsAsNoted, selfTest } from '../features/storage/index.ts';
import { openReading } from '../jobs/openReading.ts';

const run = (): number => {
  const { data } = parseArgs({ options: { data: { type: 'string' } } }).values;
  if (data === undefined) {
    process.stderr.write('self-test: --data names the data folder\n');
    return exitCodes.configuration;
  }
  const folder = resolve(data);
  const path = join(folder, 'headworks.db');
  if (!existsSync(path)) {
    process.stderr.write(`self-test: there is no ${path}\n`);
    return exitCodes.configuration;
  }
  const { sqlite } = openReading({ dataFolder: folder });
  try {
    const { heads, damage } = headsAsNoted(folder);
    const { durationMs, ...result } = selfTest(sqlite, heads, () => systemClock.monotonicMs());
    const { findings: inside, ok: isWhole, found: foundInside, ...counts } = result;
    const [ok, found, findings] = [isWhole && damage.length === 0, foundInside + damage.length, [...damage, ...inside]];
    const looked = Object.entries(counts)
      .map(([name, count]) => `${count} ${name}`)
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
  process.stderr.write(`self-test: ${messageOf(error)}\n`);
  process.exitCode = exitCodes.damaged;
}
