/**
 * `npm run advisories`: compares every library of package-lock.json with the OSV files in security/advisories. Exit code 1 when one is
 * affected, 2 and "not checked" while there are no files: no answer is not a good answer.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { advisory, findAffected } from './osv.ts';

const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'security', 'advisories');

const lock = z
  .object({ packages: z.record(z.string(), z.object({ version: z.string().optional(), name: z.string().optional() })) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
const installed = Object.entries(lock.packages).flatMap(([path, { version, name }]) => {
  const own = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return path === '' || version === undefined ? [] : [{ name: own, version }];
});

const files = existsSync(folder) ? globSync('**/*.json', { cwd: folder }) : [];
if (files.length === 0) {
  process.stdout.write(`not checked: security/advisories holds no OSV file (${installed.length} libraries)\n`);
  process.exitCode = 2;
} else {
  const advisories = files.flatMap((file) => {
    const content: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    return [content].flat().map((one) => advisory.parse(one));
  });
  const found = findAffected(advisories, installed);
  process.stdout.write(
    `${found.join('\n')}${found.length > 0 ? '\n' : ''}${installed.length} libraries, ${advisories.length} advisories, ${found.length} affected\n`,
  );
  process.exitCode = found.length > 0 ? 1 : 0;
}
