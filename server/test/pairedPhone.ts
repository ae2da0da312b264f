import { createHash, createHmac, generateKeyPairSync } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { PairedPhone, Pairing } from '../contract/plant/accounts/phones.ts';
import { type AuthRig, startAuth } from './authRig.ts';
import { notingChanges, type Reply } from './httpRig.ts';

/** What a phone works out for itself, by the words of the API's document and none of the server's code. */
export const phoneOf = (qr: string) => {
  const url = new URL(qr);
  const [k, i, c] = ['k', 'i', 'c'].map((name) => url.searchParams.get(name) ?? '') as [string, string, string];
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = publicKey.export({ type: 'spki', format: 'der' });
  const codeHash = createHash('sha256').update(Buffer.from(c, 'base64url')).digest();
  const pin = Buffer.from(k, 'base64url');
  const digest = createHash('sha256').update(pin).update(key).update(codeHash).digest();
  const twentyBits = Number.parseInt(digest.toString('hex').slice(0, 5), 16);
  return {
    url,
    code: c,
    comparison: String(twentyBits % 1_000_000).padStart(6, '0'),
    claim: {
      pairing: i,
      proof: createHmac('sha256', codeHash).update(key).update(pin).digest('base64url'),
      publicKey: key.toString('base64url'),
      model: 'Pixel 9',
    },
  };
};

export const start = async () => {
  const noted: object[] = [];
  const auditSink = {
    refused: () => undefined,
    ignoredTarget: () => undefined,
    actedElsewhere: async () => undefined,
    changing: notingChanges(async (_, kind, note) => void noted.push({ kind, ...note })),
  };
  const at = await startAuth({ trustedProxies: ['127.0.0.1'], auditSink });
  let current = at;
  onTestFinished(() => current.stop());
  const restart = async (): Promise<AuthRig> => {
    current = await at.restart();
    return current;
  };
  await at.addUser({ permissions: ['ACCOUNT_SETTINGS'] });
  const token = ((await at.login()).body as { access_token: string }).access_token;
  const ask = (method: string, path: string, body?: object) => at.call(method, `/api/plant/${path}`, token, body ? { body } : {});
  const open = async (name = 'Asha') => {
    const { pairing, qr } = (await ask('POST', 'phone-pairings', { name })).body as { pairing: Pairing; qr: string };
    return { pairing, qr, phone: phoneOf(qr) };
  };
  const claim = (body: object, proto = 'https'): Promise<Reply> =>
    at.ask('/api/plant/phone-claims', { method: 'POST', body, headers: { 'x-forwarded-proto': proto } });
  const list = async () => (await ask('GET', 'phones')).body as { phones: PairedPhone[]; pairings: Pairing[] };
  /** Until the phone is seen to wait. */
  const waiting = async (): Promise<Pairing> => {
    for (;;) {
      const found = (await list()).pairings.find(({ state }) => state === 'claimed');
      if (found) return found;
      await new Promise(setImmediate);
    }
  };
  const pair = async (name?: string) => {
    const { pairing, phone } = await open(name);
    const claimed = claim(phone.claim);
    await waiting();
    const confirmed = await ask('POST', `phone-pairings/${pairing.id}/confirm`, { comparison: phone.comparison });
    return { phone, paired: confirmed.body as PairedPhone, answer: (await claimed).body as { deviceId: string } };
  };
  return { at, noted, token, ask, open, claim, list, waiting, pair, restart };
};
