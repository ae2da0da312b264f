import { createHash, createHmac, generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import type { PairedPhone, Pairing } from '../../../contract/plant/accounts/phones.ts';
import { type AuthRig, pairingFacts, startAuth } from '../../../test/authRig.ts';
import { notingChanges, type Reply } from '../../../test/httpRig.ts';
import { Pairings } from './pairings.ts';

let rig: AuthRig | undefined;
afterEach(() => rig?.stop());

/** What a phone works out for itself, by the words of the API's document and none of the server's code. */
const phoneOf = (qr: string) => {
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

const start = async () => {
  const noted: object[] = [];
  const auditSink = {
    refused: () => undefined,
    ignoredTarget: () => undefined,
    actedElsewhere: async () => undefined,
    changing: notingChanges(async (_, kind, note) => void noted.push({ kind, ...note })),
  };
  const at = await startAuth({ trustedProxies: ['127.0.0.1'], auditSink });
  rig = at;
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
  return { at, noted, token, ask, open, claim, list, waiting, pair };
};

const refusedClaim = { status: 401, body: { code: 1401 } };

describe('pairing a phone', () => {
  it('takes it in when both show the same number, and tells it what to trust and where to go', async () => {
    const { at, ask, open, claim, list, waiting } = await start();
    const { pairing, phone, qr } = await open();
    expect(qr.length).toBeLessThan(240);
    expect((await list()).pairings).toMatchObject([{ id: pairing.id, state: 'open', model: null, comparison: null }]);
    expect(Object.fromEntries(phone.url.searchParams)).toMatchObject({
      v: '1',
      h: '192.168.1.20:8443',
      n: 'plant-42.local:8443',
      k: pairingFacts.pin,
    });
    const answer = claim(phone.claim);
    expect(await waiting()).toMatchObject({ id: pairing.id, name: 'Asha', model: 'Pixel 9', comparison: phone.comparison });
    const confirmed = await ask('POST', `phone-pairings/${pairing.id}/confirm`, { comparison: phone.comparison });
    expect(confirmed).toMatchObject({ status: 200, body: { name: 'Asha', model: 'Pixel 9', pairedBy: 'asha', sessions: 0 } });
    expect((await answer).body).toEqual({
      state: 'paired',
      deviceId: (confirmed.body as PairedPhone).id,
      authority: 'PEM',
      addresses: pairingFacts.addresses,
      site: 'site-1',
    });
    // the answer may be lost on the way: the same phone asks once more
    expect((await claim(phone.claim)).body).toMatchObject({ state: 'paired' });
    expect((await list()).pairings).toEqual([]);
    expect(at.audited.filter(({ kind }) => kind === 'phone.claim')).toMatchObject([
      { outcome: 'done', industryId: 'DEMO', subject: pairing.id, after: { model: 'Pixel 9' } },
    ]);
  });

  it('keeps no code: neither in memory that is listed, nor in the audit log', async () => {
    const { at, list, open } = await start();
    const { phone } = await open();
    expect(JSON.stringify(await list()) + JSON.stringify(at.audited)).not.toContain(phone.code);
  });

  it('takes five wrong proofs and then no right one; unknown codes get the same answer', async () => {
    const { at, open, claim, list } = await start();
    const { phone } = await open();
    const wrong = { ...phone.claim, proof: Buffer.alloc(32, 1).toString('base64url') };
    for (let n = 0; n < 5; n += 1) expect(await claim(wrong)).toMatchObject(refusedClaim);
    expect(await claim(phone.claim)).toMatchObject(refusedClaim);
    expect(await claim({ ...phone.claim, pairing: 'nobody' })).toMatchObject(refusedClaim);
    expect((await list()).pairings).toMatchObject([{ state: 'void', comparison: null }]);
    const rows = at.audited.filter(({ kind, outcome }) => kind === 'phone.claim' && outcome === 'refused');
    expect(rows.map(({ industryId }) => industryId)).toEqual([...Array(6).fill('DEMO'), null]);
  });

  it('is one phone’s: another with the same code, or the number of another, is not taken in', async () => {
    const { ask, open, claim, waiting, list } = await start();
    const { pairing, phone, qr } = await open();
    const first = claim(phone.claim);
    await waiting();
    const thief = phoneOf(qr);
    expect(await claim(thief.claim)).toMatchObject(refusedClaim);
    const path = `phone-pairings/${pairing.id}/confirm`;
    const other = phone.comparison === '000000' ? '000001' : '000000';
    expect((await ask('POST', path, { comparison: other })).status).toBe(409);
    expect((await list()).phones).toEqual([]);
    // wrong tries of others do not take it from the phone that waits
    for (let n = 0; n < 6; n += 1) await claim(thief.claim);
    expect((await ask('POST', path, { comparison: phone.comparison })).status).toBe(200);
    expect((await first).body).toMatchObject({ state: 'paired' });
    expect((await ask('POST', path, { comparison: phone.comparison })).status).toBe(404);
  });

  it('ends after five minutes, by the person’s no, and with the fourth code at a time', async () => {
    const { at, ask, open, claim, waiting } = await start();
    const { pairing, phone } = await open();
    const answer = claim(phone.claim);
    await waiting();
    expect((await ask('DELETE', `phone-pairings/${pairing.id}`)).status).toBe(200);
    expect((await answer).body).toEqual({ state: 'refused' });
    expect((await claim(phone.claim)).body).toEqual({ state: 'refused' });
    const { phone: late } = await open();
    await open();
    await open();
    expect((await ask('POST', 'phone-pairings', { name: 'x' })).status).toBe(409);
    at.clock.advance(5 * 60_000);
    expect(await claim(late.claim)).toMatchObject(refusedClaim);
    expect((await ask('POST', 'phone-pairings', { name: 'x' })).status).toBe(201);
  });

  it('is over for both where the phone could not be stored: the phone is not left to wait', async () => {
    const { at, ask, open, claim, waiting, list } = await start();
    const { pairing, phone } = await open();
    const answer = claim(phone.claim);
    await waiting();
    at.db.sqlite.exec(`create trigger full before insert on phone begin select raise(abort, 'disk full'); end`);
    const confirmed = await ask('POST', `phone-pairings/${pairing.id}/confirm`, { comparison: phone.comparison });
    expect(confirmed.status).toBeGreaterThanOrEqual(500);
    expect((await answer).body).toEqual({ state: 'refused' });
    expect(await list()).toMatchObject({ phones: [], pairings: [] });
  });

  // a phone is otherwise answered after 20 s
  it('does not hold up the end of the server: a phone that waits is answered at once', { timeout: 15_000 }, async () => {
    const { at, open, claim, waiting } = await start();
    const { phone } = await open();
    const answer = claim(phone.claim);
    await waiting();
    await at.logins.stop();
    expect((await answer).body).not.toMatchObject({ state: 'paired' });
  });

  it('is done over HTTPS alone, with a key that a phone would make', async () => {
    const { at, open, claim } = await start();
    const { phone } = await open();
    expect(await claim(phone.claim, 'http')).toMatchObject({ status: 400 });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ type: 'spki', format: 'der' });
    for (const publicKey of [rsa.toString('base64url').slice(0, 200), 'A'.repeat(120), phone.claim.publicKey.slice(0, 100)])
      expect((await claim({ ...phone.claim, publicKey })).status, publicKey).toBe(400);
    // a request that is no claim is none in the audit log either
    expect(at.audited.filter(({ kind }) => kind === 'phone.claim')).toEqual([]);
  });

  it('asks the person for the password where the login is not fresh', async () => {
    const { at, ask, open } = await start();
    const { pairing } = await open();
    at.clock.advance(11 * 60_000);
    expect(await ask('POST', 'phone-pairings', { name: 'x' })).toMatchObject({ status: 403, body: { reason: 'confirmation' } });
    const path = `phone-pairings/${pairing.id}/confirm`;
    expect(await ask('POST', path, { comparison: '000000' })).toMatchObject({ status: 403 });
  });

  it('lets go of a phone that waits when logins stop', async () => {
    const { at, open, claim, waiting } = await start();
    const { phone } = await open();
    const answer = claim(phone.claim);
    await waiting();
    await at.logins.stop();
    expect((await answer).body).toMatchObject({ state: 'waiting' });
  });

  it('answers a phone that waits after a while, and lets go of it when the server stops', async () => {
    const { at, open } = await start();
    const { phone } = await open();
    const pairings = new Pairings(at.clock, 20);
    const { pairing } = pairings.open('DEMO', 'x', { ...pairingFacts });
    expect(() => pairings.claim({ ...phone.claim, pairing: pairing.id })).toThrow(/not valid/);
    pairing.state = 'claimed';
    await pairings.decided(pairing, new AbortController().signal);
    expect(pairing.state).toBe('claimed');
    const long = new Pairings(at.clock);
    const { pairing: waits } = long.open('DEMO', 'x', { ...pairingFacts });
    waits.state = 'claimed';
    const decided = long.decided(waits, new AbortController().signal);
    long.stop();
    await decided;
  });
});

describe('a paired phone', () => {
  const device = (deviceId: string) => ({ deviceId, 'X-Platform': 'android' });

  it('is listed with its last use and its sessions, also after a restart', async () => {
    const { at, list, pair } = await start();
    const { paired, answer } = await pair();
    expect(paired.lastUsedAt).toBeNull();
    const { access_token } = (await at.login(device(answer.deviceId))).body as { access_token: string };
    at.clock.advance(20 * 60_000);
    await at.call('GET', '/api/plant/me', access_token);
    const used = new Date(at.clock.now()).toISOString();
    expect((await list()).phones).toMatchObject([{ id: answer.deviceId, sessions: 1, lastUsedAt: used }]);
    rig = await at.restart();
    expect(rig.logins.phones.of('DEMO')).toMatchObject([{ sessions: 1, lastUsedAtMs: at.clock.now() }]);
  });

  it('is out once it is revoked: its sessions end, nobody logs in from it, and that stays so', async () => {
    const { at, ask, pair } = await start();
    const { answer } = await pair();
    const { access_token, refresh_token } = (await at.login(device(answer.deviceId))).body as Record<string, string>;
    const revoked = await ask('DELETE', `phones/${answer.deviceId}`);
    expect(revoked).toMatchObject({ status: 200, body: { ended: 1 } });
    expect(at.ended).toHaveLength(1);
    expect((await at.call('GET', '/api/plant/me', access_token ?? '')).status).toBe(440);
    expect((await at.call('GET', '/api/user/user/refresh', refresh_token ?? '')).status).toBe(440);
    expect(await at.login(device(answer.deviceId))).toMatchObject({ status: 403, body: { code: 1405 } });
    expect((await at.login(device('another'))).status).toBe(200);
    expect((await ask('DELETE', `phones/${answer.deviceId}`)).status).toBe(404);
    rig = await at.restart();
    expect(rig.logins.phones.of('DEMO')).toEqual([]);
    expect((await rig.login(device(answer.deviceId))).status).toBe(403);
  });

  it('that could not be revoked for a fault of the disk is not half revoked, and is at the next attempt for good', async () => {
    const { at, ask, pair } = await start();
    const { answer } = await pair();
    const { access_token = '' } = (await at.login(device(answer.deviceId))).body as Record<string, string>;
    at.db.sqlite.pragma('query_only = on');
    expect((await ask('DELETE', `phones/${answer.deviceId}`)).status).toBeGreaterThanOrEqual(500);
    expect((await at.call('GET', '/api/plant/me', access_token)).status).toBe(200);
    at.db.sqlite.pragma('query_only = off');
    expect(await ask('DELETE', `phones/${answer.deviceId}`)).toMatchObject({ status: 200, body: { ended: 1 } });
    rig = await at.restart();
    expect((await rig.call('GET', '/api/plant/me', access_token)).status).toBe(440);
    expect((await rig.login(device(answer.deviceId))).status).toBe(403);
  });

  it('belongs to its industry: admins of another neither see nor touch it, nor a code of it', async () => {
    const { at, open, pair, list } = await start();
    const { answer } = await pair();
    const { pairing } = await open();
    await at.addUser({ username: 'nina', industryId: 'NORTH', permissions: ['ACCOUNT_SETTINGS'] });
    const token = ((await at.login({ username: 'nina' })).body as { access_token: string }).access_token;
    const ask = (method: string, path: string, body?: object) =>
      at.call(method, `/api/plant/${path}`, token, { ...(body && { body }) });
    expect((await ask('GET', 'phones')).body).toEqual({ phones: [], pairings: [] });
    expect((await ask('DELETE', `phones/${answer.deviceId}`)).status).toBe(404);
    expect((await ask('DELETE', `phone-pairings/${pairing.id}`)).status).toBe(404);
    expect((await ask('POST', `phone-pairings/${pairing.id}/confirm`, { comparison: '000000' })).status).toBe(404);
    expect(await list()).toMatchObject({ phones: [{}], pairings: [{}] });
  });
});

describe('the audit log', () => {
  it('has what an admin did with phones: codes, the phone that came of one, and its end', async () => {
    const { noted, ask, open, pair } = await start();
    const { answer } = await pair('Asha');
    const { pairing } = await open('Ravi');
    await ask('DELETE', `phone-pairings/${pairing.id}`);
    await ask('DELETE', `phones/${answer.deviceId}`);
    expect(noted).toMatchObject([
      { subject: expect.any(String), after: { name: 'Asha' } },
      { subject: answer.deviceId, after: { name: 'Asha', model: 'Pixel 9', pairing: expect.any(String) } },
      { subject: pairing.id, after: { name: 'Ravi' } },
      { subject: pairing.id },
      { subject: answer.deviceId, after: { ended: 0 } },
    ]);
  });

  it('has wall displays that are made and ended', async () => {
    const { noted, ask } = await start();
    const { wall } = (await ask('POST', 'walls', { name: 'Lobby' })).body as { wall: { id: string } };
    await ask('DELETE', `walls/${wall.id}`);
    expect(noted).toMatchObject([
      { subject: wall.id, after: { name: 'Lobby' } },
      { subject: wall.id, before: { name: 'Lobby' } },
    ]);
  });
});
