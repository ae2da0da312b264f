/** `npm run rotate-key -- --data DIR`: makes a new signing key of a plant or a hub, which the running server makes known to the other side. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareNextKey } from '../bundle/identity.ts';
import { publicBytes } from '../bundle/keys.ts';
import { wordsOf } from '../bundle/words.ts';
import { Failure, messageOf } from '../core/fail.ts';

const run = (): string => {
  const { values } = parseArgs({ options: { data: { type: 'string' } } });
  if (!values.data || !existsSync(values.data)) throw new Failure('parameter', 'usage: npm run rotate-key -- --data DIR');
  const keyFolder = join(resolve(values.data), 'keys');
  const { signing } = prepareNextKey(keyFolder);
  const words = wordsOf(publicBytes(signing));
  if (existsSync(join(keyFolder, 'hub-owner-token')))
    return [
      `The next key of this hub has the words: ${words}`,
      'The hub takes it within a minute, or when it starts. Plants learn it in their next round, signed by the key of now; requests for that one are answered for 90 days more.',
      '',
    ].join('\n');
  return [
    `The next key of this plant has the words: ${words}`,
    'The server takes it in its next round with its hub, signed by the key of now. The hub takes what the key of now signed for 90 days more.',
    '',
  ].join('\n');
};

try {
  process.stdout.write(run());
} catch (error) {
  process.stderr.write(`headworks: ${messageOf(error)}\n`);
  process.exitCode = 1;
}
