import { verify } from 'node:crypto';
import type { z } from 'zod';
import { publicKeyOf } from '../../bundle/keys.ts';
import { wordsOf } from '../../bundle/words.ts';
import { type rotateAnswer, type rotateRequest, rotation } from '../../contract/hub/pairing.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import type { Clock } from '../../core/clock.ts';
import { DAY_MS } from '../../core/time.ts';
import type { HubDatabase } from '../database/hubDatabase.ts';
import type { Ask, HubAudit } from './auditStore.ts';
import { type KnownPlant, refuseKeyOfOther } from './plantStore.ts';
import { putRotation, rotationTo } from './rotationStore.ts';
import { WireRefusal } from './wireRefusal.ts';

/** Bundles that were made before, on a stick too, have this long to come. */
const OLD_KEY_MS = 90 * DAY_MS;

const isSigned = ({ text }: SignedText, signature: string, key: Uint8Array): boolean =>
  verify(null, Buffer.from(signedLine.rotation + text), publicKeyOf('ed25519', key), Buffer.from(signature, 'base64url'));

const readRotation = (text: string): z.output<typeof rotation> => {
  try {
    return rotation.parse(JSON.parse(text));
  } catch {
    throw new WireRefusal('badRequest', 'the rotation is not understood');
  }
};

type Parts = { database: HubDatabase; audit: HubAudit; clock: Clock };

/**
 * A plant's next key, signed by the key of now and by itself. The key before it is taken for 90 days more; the one before that no longer.
 * @throws WireRefusal `badSignature` where one of the two did not sign it; `epochOld` for one of an earlier epoch; `conflict` for another site's key.
 */
export const rotateKey = async (
  { database, audit, clock }: Parts,
  plant: KnownPlant,
  { rotation: signed, proof }: z.output<typeof rotateRequest>,
): Promise<z.input<typeof rotateAnswer>> => {
  const { plantId, site, key } = plant;
  const { site: of, epoch, newKey } = readRotation(signed.text);
  const next = Buffer.from(newKey, 'base64url');
  const known = await database.readAboutPlant(plantId, (client) => rotationTo(client, plantId, next));
  // the answer to the first request was lost
  if (known && key.equals(next)) return { oldKeyUntil: known.until.toISOString() };
  if (of !== site || known || !isSigned(signed, signed.signature, key) || !isSigned(signed, proof, next))
    throw new WireRefusal('badSignature', 'the rotation is not signed by the key of now and by the new one');
  if (epoch !== plant.epoch) throw new WireRefusal('epochOld', `the hub knows epoch ${plant.epoch} of this site`);
  const [rotatedAt, until] = [new Date(clock.now()), new Date(clock.now() + OLD_KEY_MS)];
  const isNew = await database.aboutPlant(plantId, async (client) => {
    const ask: Ask = (text, values) => client.query(text, values);
    await refuseKeyOfOther(ask, site, next);
    const isPut = await putRotation(client, plantId, { key, newKey: next, rotatedAt, until, ...signed });
    const words = { oldWords: wordsOf(key), newWords: wordsOf(next) };
    if (isPut) await audit.put(ask, 'key of a plant rotated', { site, ...words }, clock.now());
    return isPut;
  });
  if (!isNew) throw new WireRefusal('conflict', 'the plant has another key by now');
  return { oldKeyUntil: until.toISOString() };
};
