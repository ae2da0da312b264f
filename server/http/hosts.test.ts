import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { ManualClock } from '../core/clock.ts';
import { type Rig, type RigOptions, startRig } from '../test/httpRig.ts';
import { HostPolicy, isConsole, isSameOrigin } from './hosts.ts';
import { route } from './route.ts';

const thing = endpoint({
  base: 'user',
  method: 'get',
  path: '/thing',
  summary: 'x',
  auth: 'none',
  limit: 'none',
  faults: [],
  reply: z.string(),
});

let rig: Rig | undefined;
const start = async (options: RigOptions = {}): Promise<Rig> => {
  rig = await startRig([route(thing)((_, { baseUrl }) => baseUrl)], options);
  return rig;
};
afterEach(() => rig?.stop());

describe('Host', () => {
  const options = {
    hosts: { allowedHosts: ['Water.Plant.Example'], publicUrl: 'https://hw.example:8443' },
    ownNames: ['plant-pc', '10.1.2.3', 'fe80::1'],
  };

  it.each([
    'localhost',
    'LOCALHOST:8080',
    '127.0.0.1:1',
    '127.9.9.9',
    '[::1]:80',
    'plant-pc:8080',
    'plant-pc.',
    '10.1.2.3',
    '[fe80::1%25eth0]:80',
    'water.plant.example',
    'hw.example',
  ])('%s is served', async (host) => {
    const { ask } = await start(options);
    expect((await ask('/api/user/thing', { headers: { host } })).status).toBe(200);
  });

  it.each([
    'rebind.example',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '10.1.2.4',
    '0.0.0.0',
    '[::]',
    'a b',
    'user@localhost',
    'localhost:80:90',
    '[::1',
  ])('%s is answered 421, whatever is asked', async (host) => {
    const { ask } = await start(options);
    for (const path of ['/api/user/thing', '/', '/api/user/docs'])
      expect(await ask(path, { headers: { host } })).toMatchObject({ status: 421, body: { code: 421 } });
  });

  it('is learnt anew when the machine gets another address, though not for every stranger', () => {
    let looked = 0;
    let names = ['10.0.0.5'];
    const clock = new ManualClock(0);
    const policy = new HostPolicy({ allowedHosts: [], allowedOrigins: [], publicUrl: undefined }, clock, () => {
      looked += 1;
      return names;
    });
    expect(policy.isHostAllowed('10.0.0.5')).toBe(true);
    names = ['10.0.0.6'];
    for (let i = 0; i < 50; i += 1) expect(policy.isHostAllowed('10.0.0.6')).toBe(false);
    expect(looked).toBe(1);
    clock.advance(5000);
    expect(policy.isHostAllowed('10.0.0.6')).toBe(true);
    expect(policy.isHostAllowed('10.0.0.5')).toBe(false);
  });

  it('knows this machine by its own name and addresses', () => {
    const policy = new HostPolicy({ allowedHosts: [], allowedOrigins: [], publicUrl: undefined }, new ManualClock(0));
    expect(policy.isHostAllowed('rebind.example')).toBe(false);
    expect(policy.isHostAllowed('127.0.0.1')).toBe(true);
  });

  it('is the address that the handler gives clients to use', async () => {
    const { ask } = await start(options);
    expect((await ask('/api/user/thing', { headers: { host: 'plant-pc:8080' } })).body).toBe('http://plant-pc:8080');
  });
});

describe('Origin', () => {
  it('without an address is no own one, whatever the Host', () => {
    for (const host of ['localhost', '127.0.0.1:8080', '[fe80::1%25eth0]:8080'])
      expect(isSameOrigin('null', host), host).toBe(false);
    expect(isSameOrigin('http://localhost:8080', 'localhost:8080')).toBe(true);
  });

  const options = { hosts: { allowedOrigins: ['https://portal.example/'], publicUrl: 'https://hw.example' } };
  const from = async (origin: string, extra: Record<string, string> = {}, method = 'GET') => {
    const { ask } = await start(options);
    return ask('/api/user/thing', { method, headers: { host: 'localhost:8080', origin, ...extra } });
  };

  it.each(['capacitor://localhost', 'ionic://localhost', 'app://-', 'app://'])(
    'of an app, %s, may be on the list',
    async (origin) => {
      const { ask } = await start({ hosts: { allowedOrigins: [origin] } });
      const headers = { host: 'localhost:8080', origin };
      const answer = await ask('/api/user/thing', { headers });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, origin]);
      expect(answer.headers['access-control-expose-headers']).toMatch(/Content-Disposition/);
      const asked = { ...headers, 'access-control-request-method': 'GET' };
      expect((await ask('/api/user/thing', { method: 'OPTIONS', headers: asked })).status).toBe(204);
      expect((await ask('/api/user/thing', { headers: { ...headers, origin: `${origin}x` } })).status).toBe(421);
      expect((await ask('/api/user/thing', { headers: { ...headers, origin: 'null' } })).status).toBe(421);
    },
  );

  it('may be absent, the server’s own, or on the list', async () => {
    expect((await from('http://localhost:8080')).headers['access-control-allow-origin']).toBeUndefined();
    expect((await from('http://LOCALHOST:8080')).status).toBe(200);
    const portal = await from('https://portal.example');
    expect([portal.status, portal.headers['access-control-allow-origin']]).toEqual([200, 'https://portal.example']);
    expect(portal.headers.vary).toMatch(/Origin/);
    expect((await from('https://hw.example')).status).toBe(200);
  });

  it.each([
    'https://evil.example',
    'http://localhost:3000',
    'null',
    'https://portal.example.evil.example',
    'http://portal.example',
    'file://',
  ])('%s is refused', async (origin) => {
    const { status, headers } = await from(origin);
    expect([status, headers['access-control-allow-origin']]).toEqual([421, undefined]);
  });

  it('gets its preflight answered when it is on the list', async () => {
    const answer = await from(
      'https://portal.example',
      { 'access-control-request-headers': 'authorization', 'access-control-request-method': 'GET' },
      'OPTIONS',
    );
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toBe('authorization');
    expect((await from('https://evil.example', {}, 'OPTIONS')).status).toBe(421);
  });
});

describe('X-Forwarded headers', () => {
  it('are believed from a configured proxy only', async () => {
    const headers = { host: 'localhost', 'x-forwarded-proto': 'https' };
    const alone = await start();
    expect((await alone.ask('/api/user/thing', { headers })).body).toBe('http://localhost');
    await alone.stop();
    const behind = await start({ trustedProxies: ['127.0.0.1'] });
    expect((await behind.ask('/api/user/thing', { headers })).body).toBe('https://localhost');
  });
});

describe('who asks from the machine itself', () => {
  const asks = (remoteAddress: string, headers: IncomingHttpHeaders): boolean =>
    isConsole({ socket: { remoteAddress } as Socket, headers });

  it('comes from its first loopback address, to a name of loopback', () => {
    for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1'])
      for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
        expect(asks(address, { host }), `${address} ${host}`).toBe(true);
  });

  it('comes from no other address, by no other name and not without one', () => {
    for (const address of ['127.0.0.2', '10.0.0.5', '::2', '']) expect(asks(address, { host: 'localhost' }), address).toBe(false);
    for (const host of ['plant.example', '10.0.0.5:8080', '127.0.0.1.example', undefined])
      expect(asks('127.0.0.1', host === undefined ? {} : { host }), host).toBe(false);
  });

  it.each(['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])('is not who comes by a proxy that says so by %s', (name) => {
    for (const value of ['127.0.0.1', '']) expect(asks('127.0.0.1', { host: 'localhost', [name]: value })).toBe(false);
  });
});
