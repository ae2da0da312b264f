import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Client, type ClientOptions, endLive, reading, startHub, subscribed } from '../test/liveRig.ts';

afterEach(endLive);

describe('letting clients in', () => {
  it.each<[string, ClientOptions]>([
    ['the query', { path: '/api/user/live?jwt=token.of.asha' }],
    ['a subprotocol', { protocols: ['bearer', 'token.of.asha'] }],
    ['a path with doubled and trailing slashes', { path: '/api//user/live/?jwt=token.of.asha' }],
  ])('takes the token from %s', async (_, options) => {
    const { port } = await startHub();
    const client = new Client(port, options);
    await client.until(() => client.got.length > 0);
    expect(client.got[0]).toMatchObject({ type: 'hello', industryId: 'DEMO' });
    expect(client.ws.protocol).toBe(options.protocols ? 'bearer' : '');
  });

  it('lets no address hold more than 20 connections without a token, and none keep other addresses out', async () => {
    const { port } = await startHub({ authMs: 60_000 });
    const from = (localAddress: string) => new Client(port, { localAddress });
    for (let n = 0; n < 20; n += 1) await from('127.0.0.2').opened();
    expect(await from('127.0.0.2').refused()).toEqual({ status: 429, code: '429' });
    const other = await from('127.0.0.3').opened();
    other.say({ type: 'auth', token: 'token.of.north' });
    await other.until(() => other.got.length > 0);
    expect(other.got[0]).toMatchObject({ type: 'hello', industryId: 'NORTH' });
  });

  it('makes room for a newcomer where many addresses together fill every place', async () => {
    const { port } = await startHub({ authMs: 60_000 });
    const waiting: Client[] = [];
    for (let n = 0; n < 400; n += 1)
      waiting.push(await new Client(port, { localAddress: `127.0.1.${1 + Math.floor(n / 20)}` }).opened());
    const client = await new Client(port, { localAddress: '127.0.2.1' }).opened();
    client.say({ type: 'auth', token: 'token.of.asha' });
    await client.until(() => client.got.length > 0);
    expect(client.got[0]).toMatchObject({ type: 'hello' });
    await waiting[0]?.until(() => waiting[0]?.closeCode !== undefined);
    expect(waiting.filter(({ closeCode }) => closeCode === 4429)).toHaveLength(1);
  });

  it('takes the token from the first message', async () => {
    const { port } = await startHub();
    const client = await new Client(port).opened();
    client.say({ type: 'auth', token: 'token.of.north' });
    await client.until(() => client.got.length > 0);
    expect(client.got[0]).toMatchObject({ type: 'hello', industryId: 'NORTH' });
  });

  it.each([
    ['an unknown token', { path: '/api/user/live?jwt=forged' }, 401, '401'],
    ['two different tokens', { path: '/api/user/live?jwt=token.of.asha', protocols: ['bearer', 'second.of.asha'] }, 400, '400'],
    ['another path', { path: '/api/user/else?jwt=token.of.asha' }, 404, '404'],
    ['a foreign origin', { path: '/api/user/live?jwt=token.of.asha', headers: { origin: 'https://evil.example' } }, 401, '401'],
    ['what is no handshake', { headers: { 'sec-websocket-protocol': 'a,,b' } }, 400, '400'],
    ['a foreign host', { path: '/api/user/live?jwt=token.of.asha', headers: { host: 'rebind.example' } }, 421, '421'],
  ])('refuses %s before the upgrade', async (_, options, status, code) => {
    const { port } = await startHub();
    expect(await new Client(port, options).refused()).toEqual({ status, code });
  });

  it('lets in the own origin and an allowed one', async () => {
    const { port } = await startHub();
    for (const origin of [`http://127.0.0.1:${port}`, 'https://plant.example']) {
      const client = await new Client(port, { path: '/api/user/live?jwt=token.of.asha', headers: { origin } }).opened();
      await client.until(() => client.got.length > 0);
      expect(client.got[0]).toMatchObject({ type: 'hello', industryId: 'DEMO' });
    }
  });

  it('closes a socket that shows no token in time, and sends it nothing before', async () => {
    const { port, bus } = await startHub({ authMs: 60 });
    const client = await new Client(port).opened();
    bus.emit('liveValues', { industryId: 'DEMO', values: [reading('DEMO-1', 1)] });
    await client.until(() => client.closeCode !== undefined);
    expect(client.closeCode).toBe(4401);
    expect(client.got).toEqual([]);
  });

  it('ends a socket that asks before it shows a token, or shows a wrong one', async () => {
    const { port } = await startHub();
    for (const message of [
      { type: 'subscribe', topic: 'readings' },
      { type: 'auth', token: 'forged' },
    ]) {
      const client = await new Client(port).opened();
      client.say(message);
      await client.until(() => client.closeCode !== undefined);
      expect(client.closeCode).toBe(4401);
    }
  });

  it('gives a user five sockets and refuses the sixth', async () => {
    const { port, hub } = await startHub();
    const path = '/api/user/live?jwt=token.of.asha';
    for (let count = 0; count < 5; count += 1) await new Client(port, { path }).opened();
    expect(await new Client(port, { path }).refused()).toEqual({ status: 429, code: '429' });
    await new Client(port, { path: '/api/user/live?jwt=token.of.north' }).opened();
    expect(hub.size).toBe(6);
  });
});

describe('the beat', () => {
  const beatsOf = (client: Client) => client.got.filter(({ type }) => type === 'beat').length;

  it('comes at once and then in its rhythm to those who asked for it, and to nobody else', async () => {
    const { port } = await startHub({ beatMs: 20 });
    const other = await subscribed(port);
    const client = await new Client(port, { path: '/api/user/live?jwt=token.of.asha' }).opened();
    client.say({ type: 'subscribe', topic: 'beat' });
    await client.until(() => beatsOf(client) >= 4);
    expect(beatsOf(other)).toBe(0);
    expect(client.values()).toEqual([]);
  });

  it('says when the newest good value of the industry was measured', async () => {
    const atMs = Date.parse('2025-11-21T07:59:58Z');
    const latest = [1, 2, null].map((s) => ({ ...reading('DEMO-1', 1), atMs: s === null ? null : atMs - s * 1000 }));
    const { port } = await startHub({ snapshot: (industryId) => (industryId === 'DEMO' ? latest : []) });
    for (const [token, newestValueAt] of [
      ['token.of.asha', '2025-11-21T07:59:57.000Z'],
      ['token.of.north', null],
    ] as const) {
      const client = await new Client(port, { path: `/api/user/live?jwt=${token}` }).opened();
      client.say({ type: 'subscribe', topic: 'beat' });
      await client.until(() => beatsOf(client) >= 1);
      expect(client.got.find(({ type }) => type === 'beat')).toMatchObject({ newestValueAt });
    }
  });

  it('ends when it is no longer wanted', async () => {
    const { port } = await startHub({ beatMs: 20 });
    const client = await new Client(port, { path: '/api/user/live?jwt=token.of.asha' }).opened();
    client.say({ type: 'subscribe', topic: 'beat' });
    await client.until(() => beatsOf(client) >= 2);
    client.say({ type: 'unsubscribe', topic: 'beat' });
    client.say({ type: 'nonsense' });
    await client.until(() => client.got.at(-1)?.type === 'error');
    const before = beatsOf(client);
    const other = await new Client(port, { path: '/api/user/live?jwt=token.of.asha' }).opened();
    other.say({ type: 'subscribe', topic: 'beat' });
    await other.until(() => beatsOf(other) >= 4);
    client.say({ type: 'subscribe', topic: 'readings' });
    await client.until(() => client.got.at(-1)?.type === 'reading');
    expect(beatsOf(client)).toBe(before);
  });
});

describe('sending readings', () => {
  it('sends the whole picture on subscribing, then the changes of several batches as one message with the newest values', async () => {
    const { port, bus } = await startHub();
    const client = await subscribed(port);
    expect(client.values()).toEqual([{ unitId: 'DEMO-1', value: 7 }]);
    bus.emit('liveValues', { industryId: 'DEMO', values: [reading('DEMO-1', 8), reading('DEMO-2', 1)] });
    bus.emit('liveValues', { industryId: 'DEMO', values: [reading('DEMO-1', 9)] });
    await client.until(() => client.got.length === 3);
    expect(client.values().slice(1)).toEqual([
      { unitId: 'DEMO-1', value: 9 },
      { unitId: 'DEMO-2', value: 1 },
    ]);
  });

  it('sends those who name units the values of these, at once and as they change, and nothing where none is among them', async () => {
    const latest = [reading('DEMO-1', 7), reading('DEMO-2', 5), reading('NORTH-1', 1)];
    const { port, bus } = await startHub({ snapshot: () => latest.slice(0, 2) });
    const all = await subscribed(port);
    const client = await new Client(port, { path: '/api/user/live?jwt=token.of.asha' }).opened();
    client.say({ type: 'subscribe', topic: 'readings', units: ['DEMO-2', 'NORTH-1'] });
    await client.until(() => client.values().length === 1);
    bus.emit('liveValues', { industryId: 'DEMO', values: [reading('DEMO-1', 8)] });
    await all.until(() => all.values().length === 3);
    bus.emit('liveValues', { industryId: 'DEMO', values: [reading('DEMO-1', 9), reading('DEMO-2', 6)] });
    bus.emit('liveValues', { industryId: 'NORTH', values: [reading('NORTH-1', 3)] });
    await client.until(() => client.values().length === 2);
    expect(client.values()).toEqual([
      { unitId: 'DEMO-2', value: 5 },
      { unitId: 'DEMO-2', value: 6 },
    ]);
    // asked anew, the new wish takes the place of the old one
    client.say({ type: 'subscribe', topic: 'readings' });
    await client.until(() => client.values().length === 4);
    await all.until(() => all.values().length === 5);
    expect(all.values().slice(-2)).toEqual([
      { unitId: 'DEMO-1', value: 9 },
      { unitId: 'DEMO-2', value: 6 },
    ]);
  });

  it('sends an industry its own values only, and nothing to those who did not subscribe or left', async () => {
    const { port, bus } = await startHub();
    const [asha, nora, left] = [await subscribed(port), await subscribed(port, 'token.of.north'), await subscribed(port)];
    const quiet = await new Client(port, { path: '/api/user/live?jwt=token.of.asha' }).opened();
    left.say({ type: 'unsubscribe', topic: 'readings' });
    // the answer to this one shows that the leave before it was received
    left.say({ type: 'nonsense' });
    await left.until(() => left.got.at(-1)?.type === 'error');
    bus.emit('liveValues', { industryId: 'DEMO', values: [reading('DEMO-1', 8)] });
    bus.emit('liveValues', { industryId: 'NORTH', values: [reading('NORTH-1', 3)] });
    await Promise.all([asha.until(() => asha.values().length === 2), nora.until(() => nora.values().length === 2)]);
    expect(asha.values().map(({ unitId }) => unitId)).toEqual(['DEMO-1', 'DEMO-1']);
    expect(nora.values()).toEqual([
      { unitId: 'NORTH-1', value: 7 },
      { unitId: 'NORTH-1', value: 3 },
    ]);
    expect(left.values()).toHaveLength(1);
    expect(quiet.values()).toEqual([]);
  });

  it('shows subscribers that the connection is alive while no values come', async () => {
    const { port } = await startHub({ pingMs: 50 });
    const client = await subscribed(port);
    await client.until(() => client.got.length === 3);
    expect(client.got[2]).toMatchObject({ type: 'reading', values: [] });
  });

  it('cuts a client that does not read, and goes on serving the others', async () => {
    const { port, bus, hub } = await startHub({ batchMs: 1 });
    const [slow, good] = [await subscribed(port), await subscribed(port, 'second.of.asha')];
    slow.ws.pause();
    const big = Array.from({ length: 5000 }, (_, at) => reading(`DEMO-${at}`, at));
    for (let round = 0; hub.size > 1 && round < 200; round += 1) {
      const seen = good.got.length;
      bus.emit('liveValues', { industryId: 'DEMO', values: big });
      await good.until(() => good.got.length > seen);
    }
    expect(hub.size).toBe(1);
    expect(good.ws.readyState).toBe(WebSocket.OPEN);
  });
});

describe('ending sockets', () => {
  it('cuts the sockets of a session that ends, and only those', async () => {
    const { port, bus } = await startHub();
    const [revoked, other] = [await subscribed(port), await subscribed(port, 'second.of.asha')];
    bus.emit('sessionEnded', { sessionId: 's1', userId: 'asha' });
    await revoked.until(() => revoked.closeCode !== undefined);
    expect(revoked.closeCode).toBe(4440);
    expect(other.ws.readyState).toBe(WebSocket.OPEN);
  });

  it('answers a malformed message without ending the socket, and ends a flood and a giant', async () => {
    const { port } = await startHub();
    const client = await subscribed(port);
    client.ws.send('{"type":');
    await client.until(() => client.got.at(-1)?.type === 'error');
    for (let count = 0; count < 40; count += 1) client.say({ type: 'unsubscribe', topic: 'readings' });
    await client.until(() => client.closeCode !== undefined);
    expect(client.closeCode).toBe(1008);
    const giant = await subscribed(port);
    giant.ws.send('x'.repeat(70_000));
    await giant.until(() => giant.closeCode !== undefined);
    expect([1006, 1009]).toContain(giant.closeCode);
  });

  it.each([
    ['a name twice', '{"type":"confirm","ids":["41"],"ids":["42"]}'],
    ['a number with more digits than are kept', '{"type":"resume","after":9007199254740993}'],
    ['lists without end', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
  ])('takes no message that has %s: it may mean another thing than is read', async (_, text) => {
    const confirmed: (readonly number[])[] = [];
    const { port } = await startHub({ onConfirm: (_caller, ids) => confirmed.push(ids) });
    const client = await subscribed(port);
    const before = client.got.length;
    client.ws.send(text);
    client.say({ type: 'confirm', ids: ['43'] });
    client.say({ type: 'subscribe', topic: 'beat' });
    await client.until(() => client.got.at(-1)?.type === 'beat');
    expect([client.got[before]?.type, confirmed]).toEqual(['error', [[43]]]);
  });

  it('cuts a client that does not answer pings, and one whose token has expired', async () => {
    const { port, ended } = await startHub({ pingMs: 300 });
    const mute = await new Client(port, { path: '/api/user/live?jwt=second.of.asha', autoPong: false }).opened();
    const expired = await subscribed(port);
    ended.add('s1');
    await Promise.all([mute, expired].map((client) => client.until(() => client.closeCode !== undefined)));
    expect(mute.closeCode).toBe(1006);
    expect(expired.closeCode).toBe(4440);
  });

  it('closes every socket when it stops, twice without harm, and takes no more', async () => {
    const { port, hub } = await startHub();
    const client = await subscribed(port);
    await hub.stop();
    await hub.stop();
    expect(hub.size).toBe(0);
    await client.until(() => client.closeCode !== undefined);
    expect(client.closeCode).toBe(1001);
    expect(await new Client(port, { path: '/api/user/live?jwt=token.of.asha' }).refused()).toMatchObject({ status: 200 });
  });
});
