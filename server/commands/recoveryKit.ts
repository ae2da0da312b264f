/** `npm run recovery-kit -- --data DIR [--replace]`: makes the recovery kit of a plant and shows it this once. */
import { join, resolve } from 'node:path';
import { makeKit, readKit } from '../bundle/recoveryKit.ts';
import { systemClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import { assertPlant, endWith, giveToOwner, readArguments } from './commandLine.ts';

const WORDS_PER_LINE = 6;

const usage = `usage: npm run recovery-kit -- --data DIR [--replace]
  --data DIR     the data folder of the plant, which may run meanwhile
  --replace      the kit that there is was lost: a new one for the backups from now on`;

const run = (): string => {
  const { values } = readArguments(usage, { options: { data: { type: 'string' }, replace: { type: 'boolean' } } });
  if (!values.data) throw new Failure('parameter', usage);
  assertPlant(values.data);
  const keys = join(resolve(values.data), 'keys');
  const earlier = readKit(keys);
  if (earlier && !values.replace)
    throw new Failure(
      'conflict',
      `there is a kit already, ${earlier.id} of ${earlier.createdAt}. Where it is lost, --replace makes a new one; backups made until now then still need the old one.`,
    );
  const { id, words, qr } = makeKit(keys, systemClock.now());
  giveToOwner(resolve(values.data));
  const list = words.split(' ').map((word, at) => `${String(at + 1).padStart(2)} ${word.padEnd(9)}`);
  const lines = Array.from({ length: list.length / WORDS_PER_LINE }, (_, at) =>
    list.slice(at * WORDS_PER_LINE, (at + 1) * WORDS_PER_LINE).join(' '),
  );
  return [
    `Recovery kit ${id}. Print or write it down now: it is shown this once and stored nowhere.`,
    'Whoever holds it can open the backups of this plant; without it they open on this PC only.',
    '',
    ...lines,
    '',
    `as a QR code: ${qr}`,
    '',
  ].join('\n');
};

try {
  process.stdout.write(run());
} catch (error) {
  endWith(error);
}
