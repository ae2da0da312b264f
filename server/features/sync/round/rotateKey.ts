import { sign } from 'node:crypto';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Identity, nextKey, takeNextKey } from '../../../bundle/identity.ts';
import { publicBytes } from '../../../bundle/keys.ts';
import { rotateAnswer, type rotateRequest, type rotation } from '../../../contract/hub/pairing.ts';
import { signedLine } from '../../../contract/hub/signing.ts';
import { canonicalJson } from '../../../core/bytes/canonicalJson.ts';
import type { Clock } from '../../../core/clock.ts';
import { type HubClient, HubRefusal } from '../hubClient.ts';

type Rotation = { client: HubClient; identity: Identity; dataFolder: string; clock: Clock; signal: AbortSignal };

/**
 * Makes a prepared key known to the hub, and takes it once the hub has answered. Cut off in between, the next round asks again with
 * the old key, which the hub still takes.
 * @returns whether the plant has another key now.
 */
export const rotateKey = async ({ client, identity, dataFolder, clock, signal }: Rotation): Promise<boolean> => {
  const keyFolder = join(dataFolder, 'keys');
  const next = nextKey(keyFolder);
  if (!next) return false;
  const { site, epoch, signing } = identity;
  const said: z.input<typeof rotation> = {
    ...{ format: 'headworks-rotation-1', site, epoch, newKey: publicBytes(next).toString('base64url') },
    at: new Date(clock.now()).toISOString(),
  };
  const text = canonicalJson(said);
  const signedBy = (key: typeof signing): string =>
    sign(null, Buffer.from(signedLine.rotation + text), key).toString('base64url');
  const body: z.input<typeof rotateRequest> = { rotation: { text, signature: signedBy(signing) }, proof: signedBy(next) };
  try {
    await client.ask({ method: 'POST', path: '/rotate', body }, rotateAnswer, signal);
  } catch (error) {
    // a hub of an earlier version: the key stays until it is newer
    if (error instanceof HubRefusal && error.body.code === 'notFound') return false;
    throw error;
  }
  identity.signing = takeNextKey(keyFolder);
  return true;
};
