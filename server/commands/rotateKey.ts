/** `npm run rotate-key -- --data DIR`: makes a new signing key of a plant or a hub, which the running server makes known to the other side. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { prepareNextKey } from '../bundle/identity.ts';
import { publicBytes } from '../bundle/keys.ts';
import { wordsOf } from '../bundle/words.ts';
import { Failure } from '../core/fail.ts';
import { isPaired } from '../features/sync/index.ts';
import { openReading } from '../jobs/openReading.ts';
import { assertPlant, endWith, giveToOwner, readArguments } from './commandLine.ts';

const usage = 'usage: npm run rotate-key -- --data DIR; DIR is the data folder of the plant or the hub, which may run meanwhile';

/** A running server goes on meanwhile. */
const hasHub = (dataFolder: string): boolean => {
  if (!existsSync(join(dataFolder, 'headworks.db'))) return false;
  const { sqlite } = openReading({ dataFolder });
  try {
    return isPaired(sqlite);
  } finally {
    sqlite.close();
  }
};

const run = (): string => {
  const { values } = readArguments(usage, { options: { data: { type: 'string' } } });
  if (!values.data) throw new Failure('parameter', usage);
  assertPlant(values.data);
  const keyFolder = join(resolve(values.data), 'keys');
  const isHub = existsSync(join(keyFolder, 'hub-owner-token'));
  if (!isHub && !hasHub(resolve(values.data)))
    throw new Failure('parameter', `${resolve(values.data)} has no hub, and nobody else knows its key: nothing was changed`);
  const { signing } = prepareNextKey(keyFolder);
  giveToOwner(resolve(values.data));
  const words = wordsOf(publicBytes(signing));
  if (isHub)
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
  endWith(error);
}
