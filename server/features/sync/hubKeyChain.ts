import { publicKeyOf } from '../../bundle/keys.ts';
import { hubRotation } from '../../contract/hub/pairing.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import { readSigned } from './round/proof.ts';

/**
 * Follows what each key of a hub signed about the next one.
 * @param known key that the plant knows, base64url.
 * @returns the last key that it leads to: the known one where nothing leads on from it. What was signed before it counts no more, and
 * neither does what another key signed.
 */
export const newestHubKey = (known: string, rotations: readonly SignedText[]): string => {
  let newest = known;
  for (const signed of rotations) {
    const said = readSigned(
      signedLine.hubRotation,
      signed,
      publicKeyOf('ed25519', Buffer.from(newest, 'base64url')),
      hubRotation,
    );
    if (said?.oldKey === newest) newest = said.newKey;
  }
  return newest;
};
