import { hash } from 'node:crypto';
import { request } from 'node:https';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { TlsState } from '../contract/plant/tls.ts';
import { makeAuthority, makeLeaf } from '../http/tls/certificates.ts';
import { askAt, bearer, loginAt } from './policyRig.ts';
import { startWholePlant, type WholePlant } from './wholePlant.ts';

let plant: WholePlant;
let admin: string;
beforeAll(async () => {
  plant = await startWholePlant();
  admin = (await loginAt(plant.url(), 'admin')).access_token;
});
afterAll(() => plant.stop());

const state = async (): Promise<TlsState> =>
  (await askAt(plant.url(), '/api/plant/tls', { headers: bearer(admin) })).body as TlsState;
const authority = async (): Promise<string> => (await askAt(plant.url(), '/api/plant/tls/authority')).text;

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: { [name: string]: unknown } };
const secure = async (ca: string, path: string, headers: Record<string, string> = {}): Promise<Answer> => {
  const port = (await state()).port ?? 0;
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, ca, servername: 'localhost', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: text.startsWith('{') ? JSON.parse(text) : {},
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
};
const login = { LoginType: 'DEFAULT', username: 'operator', password: 'demo-operator' };

describe('a plant over TLS', () => {
  it('serves the same API to who trusts its authority, and says so to its owner', async () => {
    const { enabled, certificate, authority: made, http } = await state();
    expect({ enabled, http, source: certificate?.source }).toEqual({ enabled: true, http: 'loopback', source: 'plant' });
    expect(certificate?.hosts).toEqual(expect.arrayContaining(['localhost', '127.0.0.1']));
    expect(made?.pin).toMatch(/^[\w-]{43}$/);
    expect((await secure(await authority(), '/api/plant/health')).body).toMatchObject({ status: 'ok' });
    const foreign = await makeAuthority('other', [], Date.now());
    await expect(secure(foreign.certificate, '/api/plant/health')).rejects.toThrow();
  });

  it('says where it is reached, what the firewall does and who is connected', async () => {
    const { port } = await state();
    const ca = await authority();
    const client = connect({ host: '127.0.0.1', port: port ?? 0, ca, servername: 'localhost' });
    await new Promise((done) => client.once('secureConnect', done));
    const { reach } = await state();
    client.destroy();
    // only this machine is served, and who makes a link learns so without any right
    expect(reach.addresses).toEqual([]);
    const { access_token } = await loginAt(plant.url(), 'operator');
    const asked = await askAt(plant.url(), '/api/plant/tls/address', { headers: bearer(access_token) });
    expect([asked.status, asked.body]).toEqual([200, { url: null }]);
    expect(reach.firewall.state).toMatch(/^(open|closed|off|notKnown)$/);
    expect(reach.clients).toEqual([{ address: '127.0.0.1', connections: expect.any(Number) }]);
  });

  it('gives addresses of the scheme and host by which it was asked', async () => {
    const { port } = await state();
    const over = await secure(await authority(), '/api/user/user/login', login);
    expect(over.body.websocketUrl).toBe(`wss://127.0.0.1:${port}/api/user/live`);
    const clear = await askAt(plant.url(), '/api/user/user/login', { headers: login });
    expect((clear.body as { websocketUrl: string }).websocketUrl).toBe(`${plant.url().replace('http', 'ws')}/api/user/live`);
    const socket = new WebSocket(String(over.body.websocketUrl), ['bearer', String(over.body.access_token)], {
      ca: await authority(),
    });
    const first = await new Promise<string>((resolve, reject) => {
      socket.on('message', (data) => resolve(String(data)));
      socket.on('error', reject);
    });
    socket.terminate();
    expect(JSON.parse(first)).toMatchObject({ type: 'hello', industryId: 'DEMO' });
  });

  it('refuses a foreign Host and a foreign Origin there too, and binds no browser to HTTPS by a name of loopback', async () => {
    const ca = await authority();
    expect((await secure(ca, '/api/plant/health', { host: 'rebind.example' })).status).toBe(421);
    expect((await secure(ca, '/api/plant/health', { origin: 'https://evil.example' })).status).toBe(421);
    expect((await secure(ca, '/login')).headers['strict-transport-security']).toBeUndefined();
  });

  it('shows in its chain the key that phones pin, and names it in the QR code', async () => {
    const { port, authority: made } = await state();
    const opened = await askAt(plant.url(), '/api/plant/phone-pairings', {
      method: 'POST',
      headers: bearer(admin),
      body: { name: 'Asha' },
    });
    const qr = new URL((opened.body as { qr: string }).qr);
    expect(qr.searchParams.get('k')).toBe(made?.pin);
    expect(qr.searchParams.get('h')).toBe(`127.0.0.1:${port}`);
    const pins = await new Promise<string[]>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: port ?? 0, rejectUnauthorized: false }, () => {
        const leaf = socket.getPeerX509Certificate();
        const chain = [leaf, leaf?.issuerCertificate].filter((one) => one !== undefined);
        resolve(chain.map(({ publicKey }) => hash('sha256', publicKey.export({ type: 'spki', format: 'der' }), 'base64url')));
        socket.destroy();
      });
      socket.on('error', reject);
    });
    expect(pins).toHaveLength(2);
    expect(pins[1]).toBe(made?.pin);
  });

  it('shows a new certificate at once, of the owner or of a new authority', async () => {
    const before = await authority();
    const own = await makeAuthority('Owner', [], Date.now());
    const leaf = await makeLeaf(own, ['127.0.0.1', 'localhost'], Date.now());
    const put = (body: object) =>
      askAt(plant.url(), '/api/plant/tls/certificate', { method: 'PUT', headers: bearer(admin), body });
    expect(await put({ certificate: leaf.certificate, key: own.key })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'key' }] },
    });
    const taken = await put({ certificate: leaf.certificate, key: leaf.key });
    expect(taken).toMatchObject({ status: 200, body: { certificate: { source: 'own' } } });
    expect(taken.text).not.toContain('PRIVATE KEY');
    expect((await secure(own.certificate, '/api/plant/health')).status).toBe(200);
    await expect(secure(before, '/api/plant/health')).rejects.toThrow();
    await askAt(plant.url(), '/api/plant/tls/certificate', { method: 'DELETE', headers: bearer(admin) });
    expect((await secure(before, '/api/plant/health')).status).toBe(200);
    await askAt(plant.url(), '/api/plant/tls/renew', { method: 'POST', headers: bearer(admin), body: { authority: true } });
    await expect(secure(before, '/api/plant/health')).rejects.toThrow();
    expect((await secure(await authority(), '/api/plant/health')).status).toBe(200);
    const log = await askAt(plant.url(), '/api/plant/audit?limit=20', { headers: bearer(admin) });
    expect(log.text).toContain('tls.renew');
    expect(log.text).not.toContain('PRIVATE KEY');
  });
});
