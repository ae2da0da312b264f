import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PairedPhone } from '../../../contract/plant/accounts/phones.ts';
import { pairingFacts } from '../../../test/authRig.ts';
import { phoneOf, start } from '../../../test/pairedPhone.ts';
import { Pairings } from './pairings.ts';

const refusedClaim = { status: 401, body: { code: 1401 } };

describe('pairing a phone', () => {
  it('accepts it when both show the same number, and sends it what to trust and which addresses to use', async () => {
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

  it('belongs to one phone: another with the same code, or the number of another, is not accepted', async () => {
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

  it('answers a waiting phone when logins stop', async () => {
    const { at, open, claim, waiting } = await start();
    const { phone } = await open();
    const answer = claim(phone.claim);
    await waiting();
    await at.logins.stop();
    expect((await answer).body).toMatchObject({ state: 'waiting' });
  });

  it('answers a waiting phone after a while, and releases it when the server stops', async () => {
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
