import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { askAt, bearer, endpoints, loginAt, nameOf, pathOf } from './policyRig.ts';
import { idsOf } from './twinIndustries.ts';
import { startWholePlant, type WholePlant } from './wholePlant.ts';

let plant: WholePlant;
let admin: string;
beforeAll(async () => {
  plant = await startWholePlant();
  admin = (await loginAt(plant.url(), 'admin')).access_token;
});
afterAll(() => plant.stop());

const ask = (token: string, method: string, path: string, body?: object) =>
  askAt(plant.url(), path, { method, headers: bearer(token), ...(body && { body }) });
const make = async (name = 'Hall') =>
  (await ask(admin, 'POST', '/api/plant/walls', { name })).body as { token: string; wall: { id: string } };
const liveAt = (token: string): WebSocket =>
  new WebSocket(`${plant.url().replace('http', 'ws')}/api/user/live`, ['bearer', token]);
const closed = (socket: WebSocket): Promise<number> => new Promise((resolve) => socket.on('close', (code) => resolve(code)));
const opened = (socket: WebSocket): Promise<unknown> => new Promise((resolve) => socket.once('message', resolve));

const openedAt = async (token: string): Promise<WebSocket> => {
  const socket = liveAt(token);
  await opened(socket);
  return socket;
};
const ownEnd = 'DELETE /api/plant/me/wall';

describe('a wall display', () => {
  it('reads what a wall shows, and nothing else of all there is', async () => {
    const { token } = await make();
    const rows = endpoints.filter((row) => row.auth !== 'none' && nameOf(row) !== ownEnd);
    expect(rows.filter(({ wall }) => wall).map(nameOf)).toHaveLength(6);
    for (const row of rows) {
      const { status, body } = await ask(token, row.method.toUpperCase(), pathOf(row, idsOf('DEMO')));
      const { code, reason } = (body ?? {}) as { code?: number; reason?: string };
      if (row.wall) expect([200, 400], nameOf(row)).toContain(status);
      else expect([401, 422], `${nameOf(row)} ${code} ${reason}`).toContain(status);
    }
  });

  it('is opened by rows that change nothing, and by the one that ends it', () => {
    const changing = endpoints.filter((row) => row.wall && (row.method !== 'get' || row.writes));
    expect(changing.map(nameOf)).toEqual([ownEnd]);
  });

  it('ends itself when its display is given back, at once and for good; a person ends nothing there', async () => {
    const [own, other] = [await make('Own'), await make('Other')];
    const gone = closed(await openedAt(own.token));
    expect((await ask(own.token, 'DELETE', '/api/plant/me/wall')).status).toBe(200);
    expect(await gone).toBe(4440);
    expect((await ask(own.token, 'GET', '/api/plant/me')).status).toBe(440);
    expect((await ask(own.token, 'DELETE', '/api/plant/me/wall')).status).toBe(440);
    expect((await ask(other.token, 'GET', '/api/plant/me')).status).toBe(200);
    expect((await ask(admin, 'DELETE', '/api/plant/me/wall')).status).toBe(404);
    const { walls } = (await ask(admin, 'GET', '/api/plant/walls')).body as { walls: { id: string }[] };
    expect(walls.map(({ id }) => id)).toContain(other.wall.id);
    expect(walls.map(({ id }) => id)).not.toContain(own.wall.id);
  });

  it('is listed without its token, with its last use', async () => {
    const { token, wall } = await make('Gate');
    await ask(token, 'GET', '/api/plant/me');
    const { walls } = (await ask(admin, 'GET', '/api/plant/walls')).body as { walls: Record<string, unknown>[] };
    const found = walls.find(({ id }) => id === wall.id);
    expect(found).toMatchObject({ name: 'Gate', createdBy: 'admin', lastUsedAt: expect.any(String) });
    expect(JSON.stringify(walls)).not.toContain(token);
  });

  it('receives what happens, and is cut when it is revoked', async () => {
    const { token, wall } = await make();
    const socket = liveAt(token);
    await opened(socket);
    const gone = closed(socket);
    expect((await ask(admin, 'DELETE', `/api/plant/walls/${wall.id}`)).status).toBe(200);
    expect(await gone).toBe(4440);
    expect((await ask(token, 'GET', '/api/plant/me')).status).toBe(440);
    expect(await closed(liveAt(token).on('error', () => undefined))).toBe(1006);
    await plant.restart('select 1');
    expect((await ask(token, 'GET', '/api/plant/me')).status).toBe(440);
    admin = (await loginAt(plant.url(), 'admin')).access_token;
  });

  it('lives over a restart, shows its own industry alone, and is another industry’s admins’ not to see', async () => {
    const { token, wall } = await make();
    await plant.restart('select 1');
    expect((await ask(token, 'GET', '/api/plant/me')).body).toMatchObject({ industryId: 'DEMO', username: 'Hall' });
    const north = (await loginAt(plant.url(), 'north')).access_token;
    expect((await ask(north, 'GET', '/api/plant/walls')).body).toEqual({ walls: [] });
    expect((await ask(north, 'DELETE', `/api/plant/walls/${wall.id}`)).status).toBe(404);
    const viewer = (await loginAt(plant.url(), 'viewer')).access_token;
    expect((await ask(viewer, 'POST', '/api/plant/walls', { name: 'x' })).status).toBe(401);
  });

  it('has a token of 256 random bits, and one that is almost it opens nothing', async () => {
    const { token } = await make();
    expect(token).toMatch(/^hww_[\w-]{43}$/);
    for (const other of [token.slice(0, -1), `${token}x`, token.toUpperCase(), 'hww_', `hww_${'A'.repeat(43)}`])
      expect((await ask(other, 'GET', '/api/plant/me')).status, other).toBe(401);
  });
});
