import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime, ok } from '../../model/common.ts';
import { nameText } from '../../rules/nameText.ts';
import { displayName, idPath } from '../row.ts';

const own = { base: 'plant', auth: 'access', limit: 'default', permission: 'ACCOUNT_SETTINGS' } as const;

const pairing = z
  .object({
    id: z.string(),
    name: z.string().meta({ description: 'whose phone it is, as the person at the panel wrote it' }),
    expiresAt: isoTime.meta({ description: 'when the code is void' }),
    state: z.enum(['open', 'claimed', 'void']).meta({
      description: 'open: the code was not used yet; claimed: a phone knows the code and waits; void: five wrong tries',
    }),
    model: z.string().nullable().meta({ description: 'what the phone calls itself; null while none has answered' }),
    comparison: z.string().nullable().meta({ description: 'six digits that the phone shows too; null while none has answered' }),
  })
  .meta({ id: 'PhonePairing' });
export type Pairing = z.infer<typeof pairing>;

const phone = z
  .object({
    id: z.string().meta({ description: 'deviceId of its logins' }),
    name: z.string(),
    model: z.string(),
    pairedAt: isoTime,
    pairedBy: z.string().meta({ description: 'login name of the person who confirmed it' }),
    lastUsedAt: isoTime.nullable().meta({ description: 'last request of one of its sessions; null before the first' }),
    sessions: z.number().int().meta({ description: 'open now' }),
  })
  .meta({ id: 'PairedPhone' });
export type PairedPhone = z.infer<typeof phone>;

export const listPhones = endpoint({
  ...own,
  method: 'get',
  path: '/phones',
  summary: 'The paired phones of the industry, and the codes that are open',
  faults: [],
  reply: z.object({ phones: z.array(phone), pairings: z.array(pairing) }),
});

export const openPairing = endpoint({
  ...own,
  confirm: 'always',
  method: 'post',
  path: '/phone-pairings',
  summary: 'Opens a code by which one phone is paired, to be shown as a QR code',
  description:
    'The code is good for five minutes and one phone; at most three are open in an industry. It is answered this once, and the server keeps its hash alone. 409 where HTTPS is not served.',
  faults: ['schema', 'conflict'],
  audit: 'phone.open',
  body: z.object({ name: displayName }),
  creates: true,
  reply: z.object({ pairing, qr: z.string().meta({ description: 'text of the QR code' }) }),
});

export const confirmPairing = endpoint({
  ...own,
  confirm: 'always',
  method: 'post',
  path: '/phone-pairings/{id}/confirm',
  summary: 'Takes the phone in that waits, after its number was compared',
  description: '409 when no phone waits, or it shows another number.',
  faults: ['schema', 'notFound', 'conflict'],
  audit: 'phone.pair',
  params: idPath,
  body: z.object({ comparison: z.string().regex(/^\d{6}$/, 'must be six digits') }),
  reply: phone,
});

export const cancelPairing = endpoint({
  ...own,
  method: 'delete',
  path: '/phone-pairings/{id}',
  summary: 'Makes an open code void, and turns the phone away that waits',
  faults: ['notFound'],
  audit: 'phone.cancel',
  params: idPath,
  reply: ok,
});

export const revokePhone = endpoint({
  ...own,
  method: 'delete',
  path: '/phones/{id}',
  summary: 'Takes a phone out: its sessions end, and it cannot log in again until it is paired anew',
  description: 'Its live connections close within a second.',
  faults: ['notFound'],
  audit: 'phone.revoke',
  params: idPath,
  reply: ok.extend({ ended: z.number().int().meta({ description: 'sessions that ended' }) }),
});

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/, 'must be base64url');

export const claimPairing = endpoint({
  base: 'plant',
  auth: 'none',
  limit: 'default',
  method: 'post',
  path: '/phone-claims',
  summary: 'A phone that read the QR code says so, and waits to be taken in',
  description:
    'Over HTTPS alone, after the phone has found `k` of the QR code in the chain of certificates. `proof` is HMAC-SHA-256, base64url, with the ' +
    'SHA-256 of the code `c` as its key, over `publicKey` (as DER) and then `k` (32 bytes). The answer comes when the phone is taken in or turned ' +
    'away, or after 20 s with `waiting`: then it asks again with the same words. Both sides show the same number: the first 20 bits of ' +
    'SHA-256 over `k`, `publicKey` and the SHA-256 of `c`, modulo one million. Five wrong proofs make a code void. Unknown, used and void codes ' +
    'and wrong proofs are all 1401.',
  faults: ['schema', 'badRequest', 'credentials'],
  open: true,
  body: z.object({
    pairing: z.string().min(1).max(64).meta({ description: '`i` of the QR code' }),
    proof: base64url.length(43),
    publicKey: base64url.min(40).max(200).meta({
      description: 'key of the phone, as SubjectPublicKeyInfo (DER, base64url): P-256 or Ed25519',
    }),
    model: nameText(100).min(1).meta({ description: 'what the phone calls itself' }),
  }),
  reply: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('waiting'),
      comparison: z.string().meta({ description: 'six digits; the phone works them out itself and stops when they differ' }),
    }),
    z.object({
      state: z.literal('paired'),
      deviceId: z.string().meta({ description: 'to be sent with every login' }),
      authority: z.string().meta({ description: 'PEM: what the phone trusts from now on' }),
      addresses: z.array(z.string()).meta({ description: 'where the server is reached, best first' }),
      site: z.string().meta({ description: 'id of the plant, as mDNS announces it' }),
    }),
    z.object({ state: z.literal('refused') }),
  ]),
});

export const plantPhoneEndpoints = [listPhones, openPairing, confirmPairing, cancelPairing, revokePhone, claimPairing] as const;
