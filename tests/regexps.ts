/**
 * `npm run check` runs this: every regular expression of the product, as it stands in the sources, must be linear in time; recheck
 * proves it. What was proved is kept by its text in node_modules/.cache, so that a second run takes no time.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { check } from 'recheck';
import { type Found, regexpsIn } from './regexpSources.ts';

const root = resolve(import.meta.dirname, '..');
const cachePath = join(root, 'node_modules', '.cache', 'headworks', 'regexps.json');
const isProduct = (path: string): boolean => !/\.test\.tsx?$|^server\/(test|field\/testing)\//.test(path);

const files = globSync('{app,server,renderer}/**/*.{ts,tsx}', { cwd: root }).filter(isProduct);
const found = files.flatMap((path) => regexpsIn(relative(root, join(root, path)), readFileSync(join(root, path), 'utf8')));
if (found.length < 100) throw new Error(`only ${found.length} regular expressions were found`);

const keyOf = ({ source, flags }: Found): string => createHash('sha256').update(`${flags} ${source}`).digest('base64url');
const proved = new Set<string>(existsSync(cachePath) ? JSON.parse(readFileSync(cachePath, 'utf8')) : []);

/**
 * Of long patterns recheck only tries attacks, some of them by chance and against a clock, so that a busy machine may be told of one
 * that is none. Where it does not call a pattern safe, the proof decides, however long that takes.
 */
const verdictOf = async ({ source, flags }: Found): ReturnType<typeof check> => {
  const first = await check(source, flags, { timeout: 20_000, randomSeed: 1 });
  return first.status === 'safe' ? first : check(source, flags, { timeout: 300_000, checker: 'automaton' });
};

const faults: string[] = [];
const unknown = [...new Map(found.filter((one) => !proved.has(keyOf(one))).map((one) => [keyOf(one), one])).values()];
for (const one of unknown) {
  const { status, ...rest } = await verdictOf(one);
  if (status === 'safe') proved.add(keyOf(one));
  else
    faults.push(
      `${one.path}:${one.line} /${one.source}/${one.flags} is ${status}: ${JSON.stringify('complexity' in rest ? rest.complexity : rest)}`,
    );
}
mkdirSync(dirname(cachePath), { recursive: true });
writeFileSync(cachePath, JSON.stringify([...proved]));
process.stdout.write(
  `${faults.join('\n')}${faults.length > 0 ? '\n' : ''}${found.length} regular expressions, ${faults.length} not proved linear\n`,
);
process.exit(faults.length === 0 ? 0 : 1);
