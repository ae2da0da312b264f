/**
 * `npm run bench [-- name …]`: runs each benchmark in a process of its own and says which goals were missed. `peers`, which installs its
 * contestant from the registry, only where it is named.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const wanted = process.argv.slice(2);
const ONLY_NAMED = 'peers.ts';
const benches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .filter((file) => (wanted.length === 0 ? file !== ONLY_NAMED : wanted.some((name) => file.startsWith(name))));

const unknown = wanted.filter((name) => !benches.some((file) => file.startsWith(name)));
if (unknown.length > 0) {
  console.error(`no benchmark begins with ${unknown.join(' or ')}: their names are those of the files of bench/`);
  process.exit(1);
}

const missed = benches.filter((file) => {
  console.log(`\n== ${file}`);
  return spawnSync(process.execPath, ['--expose-gc', join(import.meta.dirname, file)], { stdio: 'inherit' }).status !== 0;
});

console.log(missed.length === 0 ? `\nall goals met (${benches.length} benchmarks)` : `\ngoals missed in: ${missed.join(', ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;
