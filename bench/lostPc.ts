/**
 * A PC that was lost, with a year of 1,000 series at its hub: `npm run restore -- --hub CODE` on a new one, as a person runs it, until it has ended.
 * What the hub knows the plant has sent before, which takes longer than what is measured. Needs PostgreSQL of Debian; says so where it is missing.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { missingPostgres } from '../server/hub/testing/postgresRig.ts';
import { goal } from '../server/test/readingsLoad.ts';
import { sendAll, startSentPlant } from './sentPlant.ts';

const DAYS = 365;
const MOST_SECONDS = 300;
const command = resolve(import.meta.dirname, '../server/commands/restore.ts');

const run = async (): Promise<void> => {
  const plant = await startSentPlant({ series: 1000, days: DAYS });
  try {
    const sentMs = performance.now();
    await sendAll(plant);
    console.log(`${plant.blocks} days of series sent in ${((performance.now() - sentMs) / 1000).toFixed(0)} s`);
    const { site } = plant.sync.state();
    const { code } = await plant.asOwner(`/plants/${site}/replacement`, {});
    const fresh = join(plant.root, 'fresh');
    mkdirSync(fresh);
    const [fromMs, ofHub] = [performance.now(), plant.hubMs()];
    const child = spawn(process.execPath, [command, '--hub', code, '--data', fresh], { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    let confirming: Promise<unknown> | undefined;
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => {
        printed += piece.toString();
        const words = /confirm these words: ([a-z ]+)\n/.exec(printed)?.[1];
        if (words) confirming ??= plant.asOwner(`/plants/${site}/confirm`, { words });
      });
    const [exit] = await once(child, 'exit');
    await confirming;
    if (exit !== 0) throw new Error(printed);
    const seconds = (performance.now() - fromMs) / 1000;
    console.log(`processor time of the hub: ${((plant.hubMs() - ofHub) / 1000).toFixed(1)} s`);
    goal(`${DAYS} days of 1,000 series back from the hub`, seconds, 's', (one) => one <= MOST_SECONDS, `<= ${MOST_SECONDS}`);
  } finally {
    await plant.stop();
  }
};

if (missingPostgres) console.log(`not run: ${missingPostgres}`);
else await run();
