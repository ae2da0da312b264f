import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { publicBytes } from '../../bundle/keys.ts';
import { type SignedText, signedLine } from '../../contract/hub/signing.ts';
import { canonicalJson } from '../../core/bytes/canonicalJson.ts';
import { started, stateOf } from '../../test/sync/syncedPlant.ts';
import { newestHubKey } from './hubKeyChain.ts';

const textOf = (key: KeyObject): string => publicBytes(key).toString('base64url');
/** What a key says about the next. @param by whoever signs it in its place. */
const rotation = (from: KeyObject, to: KeyObject, by = from, line: string = signedLine.hubRotation): SignedText => {
  const at = '2026-11-23T02:00:00.000Z';
  const said = { format: 'headworks-hub-rotation-1', oldKey: textOf(from), newKey: textOf(to), at, oldKeyUntil: at };
  const text = canonicalJson(said);
  return { text, signature: sign(null, Buffer.from(line + text), by).toString('base64url') };
};
const keys = Array.from({ length: 5 }, () => generateKeyPairSync('ed25519').privateKey);
const [a, b, c, d, stranger] = keys as [KeyObject, KeyObject, KeyObject, KeyObject, KeyObject];
const chain = [rotation(a, b), rotation(b, c), rotation(c, d)];

it('whoever knows any key of a hub is led to the one of now', () => {
  expect([a, b, c, d].map((known) => newestHubKey(textOf(known), chain))).toEqual(Array(4).fill(textOf(d)));
});

it('nobody is led on by a stranger, by a key of before, over a gap, or by something else that the key signed', () => {
  const known = textOf(b);
  expect(newestHubKey(known, [rotation(b, stranger, stranger)])).toBe(known);
  expect(newestHubKey(known, [rotation(a, stranger)])).toBe(known);
  expect(newestHubKey(known, [rotation(a, stranger, a), rotation(c, d)])).toBe(known);
  expect(newestHubKey(known, [rotation(b, stranger, b, signedLine.proposal)])).toBe(known);
  const [first] = chain;
  expect(
    newestHubKey(textOf(a), [
      { text: String(first?.text).replace(textOf(b), textOf(stranger)), signature: first?.signature ?? '' },
    ]),
  ).toBe(textOf(a));
  // of two that the same key signed, the first counts: it is what the hub stored
  expect(newestHubKey(textOf(a), [rotation(a, b), rotation(a, stranger)])).toBe(textOf(b));
});

it('a plant keeps the hub that it knows where somebody else says that the key has changed', async () => {
  const plant = await started();
  await plant.pair();
  const { hub, round, store } = plant;
  const { key } = store.hub() ?? { key: '' };
  const tried = async (rotations: SignedText[], signing: KeyObject): Promise<unknown> => {
    hub.moved = { rotations, signing };
    await round();
    return [store.hub()?.key === key, stateOf(plant).hub?.state];
  };
  expect(await tried([rotation(stranger, b)], stranger)).toEqual([true, 'paired']);
  expect(await tried([rotation(hub.signing, b, stranger)], b)).toEqual([true, 'paired']);
  // a true rotation, but the answer is of somebody who has neither key
  expect(await tried([rotation(hub.signing, b)], stranger)).toEqual([true, 'paired']);
  expect(stateOf(plant).lastError).toContain('is not of the hub');
  hub.moved = undefined;
  await round();
  expect(stateOf(plant).lastError).toBeNull();
});
