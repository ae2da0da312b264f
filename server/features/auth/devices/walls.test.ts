import { expect, it, onTestFinished } from 'vitest';
import type { WallDisplay } from '../../../contract/plant/walls.ts';
import type { Caller } from '../../../core/caller.ts';
import { startAuth } from '../../../test/authRig.ts';

const start = async () => {
  const at = await startAuth();
  onTestFinished(() => at.stop());
  await at.addUser({ permissions: ['ACCOUNT_SETTINGS'] });
  const token = ((await at.login()).body as { access_token: string }).access_token;
  const { body } = await at.call('POST', '/api/plant/walls', token, { body: { name: 'Lobby' } });
  const { wall, token: shown } = body as { wall: { id: string }; token: string };
  return { at, token, wall, shown };
};
const code = (act: () => unknown): unknown => {
  try {
    return act() && 'opened';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

it('a wall’s token opens what is for walls, for its own industry, to look and never to change', async () => {
  const { at, shown, wall } = await start();
  const { walls } = at.logins;
  expect(walls.access(shown, { wall: true }).caller).toMatchObject({
    username: 'Lobby',
    industryId: 'DEMO',
    homeIndustryId: 'DEMO',
    readOnly: true,
    internal: false,
    role: 'wall',
    userId: expect.stringContaining(wall.id),
  });
  expect(code(() => walls.access(shown, undefined))).toBe('permission');
  expect(code(() => walls.access(shown, {}))).toBe('permission');
  expect(code(() => walls.access(`${shown}x`, { wall: true }))).toBe('token');
  expect(code(() => walls.access('', { wall: true }))).toBe('token');
});

it('a wall’s token opens nothing of an industry that is disabled, and nothing once the wall was taken down', async () => {
  const { at, token, shown, wall } = await start();
  const { walls } = at.logins;
  for (const industry of at.industries) industry.disabled = true;
  expect(code(() => walls.access(shown, { wall: true }))).toBe('blocked');
  for (const industry of at.industries) industry.disabled = false;
  expect(code(() => walls.access(shown, { wall: true }))).toBe('opened');
  expect((await at.call('DELETE', `/api/plant/walls/${wall.id}`, token)).status).toBe(200);
  expect(code(() => walls.access(shown, { wall: true }))).toBe('sessionEnded');
  const again = await at.restart();
  onTestFinished(() => again.stop());
  expect(code(() => again.logins.walls.access(shown, { wall: true }))).toBe('sessionEnded');
});

it('a wall that could not be taken down for a fault of the disk is not half taken down, and goes at the next attempt for good', async () => {
  const { at, token, shown, wall } = await start();
  const remove = () => at.call('DELETE', `/api/plant/walls/${wall.id}`, token);
  at.db.sqlite.pragma('query_only = on');
  expect((await remove()).status).toBeGreaterThanOrEqual(500);
  expect(code(() => at.logins.walls.access(shown, { wall: true }))).toBe('opened');
  at.db.sqlite.pragma('query_only = off');
  expect((await remove()).status).toBe(200);
  const again = await at.restart();
  onTestFinished(() => again.stop());
  expect(code(() => again.logins.walls.access(shown, { wall: true }))).toBe('sessionEnded');
});

it('the list has the walls of one’s own industry that were not taken down', async () => {
  const { at, token, wall } = await start();
  const { walls } = at.logins;
  const { wall: second } = walls.create({ industryId: 'DEMO', username: 'asha' } as Caller, 'Control room');
  walls.create({ industryId: 'NORTH', username: 'nora' } as Caller, 'Elsewhere');
  const namesOf = (industryId: string) => walls.of(industryId).map((one) => one.wall.name);
  expect(namesOf('DEMO')).toEqual(['Lobby', 'Control room']);
  expect(namesOf('NORTH')).toEqual(['Elsewhere']);
  expect((await at.call('DELETE', `/api/plant/walls/${wall.id}`, token)).status).toBe(200);
  expect(walls.of('DEMO').map((one) => one.wall.id)).toEqual([second.id]);
  expect(namesOf('THIRD')).toEqual([]);
});

it('a wall whose answer was lost is the same one when it is sent again: only the token of the last answer opens it', async () => {
  const { at, token } = await start();
  const { walls } = at.logins;
  const id = '4f8e2c3a-0c55-4d0e-9d39-5f2e7b1a6c01';
  const make = (name: string, as = token) => at.call('POST', '/api/plant/walls', as, { body: { id, name } });
  const tokenOf = ({ body }: Awaited<ReturnType<typeof make>>) => (body as { token: string }).token;
  const lost = tokenOf(await make('Pump house'));
  const kept = tokenOf(await make('Pump house'));
  expect(walls.of('DEMO').map(({ wall }) => wall.name)).toEqual(['Lobby', 'Pump house']);
  const again = await at.restart();
  onTestFinished(() => again.stop());
  for (const all of [walls, again.logins.walls]) {
    expect(all.of('DEMO').map(({ wall }) => wall.id)).toContain(id);
    expect(code(() => all.access(lost, { wall: true }))).toBe('token');
  }
  expect(code(() => walls.access(kept, { wall: true }))).toBe('opened');
});

it('the id of a wall that is another one, was used or was ended makes none', async () => {
  const { at, token } = await start();
  const { walls } = at.logins;
  const asha = { industryId: 'DEMO', username: 'asha' } as Caller;
  const id = '4f8e2c3a-0c55-4d0e-9d39-5f2e7b1a6c01';
  const { token: shown } = walls.create(asha, 'Pump house', id);
  expect(code(() => walls.create(asha, 'Canteen', id))).toBe('conflict');
  expect(code(() => walls.create({ ...asha, username: 'nora' }, 'Pump house', id))).toBe('conflict');
  expect(code(() => walls.create({ ...asha, industryId: 'NORTH' }, 'Pump house', id))).toBe('conflict');
  walls.access(shown, { wall: true });
  expect(code(() => walls.create(asha, 'Pump house', id))).toBe('conflict');
  expect((await at.call('DELETE', `/api/plant/walls/${id}`, token)).status).toBe(200);
  expect(code(() => walls.create(asha, 'Pump house', id))).toBe('conflict');
  expect(code(() => walls.access(shown, { wall: true }))).toBe('sessionEnded');
  const { status } = await at.call('POST', '/api/plant/walls', token, { body: { id: 'lobby', name: 'Lobby' } });
  expect(status).toBe(400);
});

it('an industry has 50 walls at most, and one that was taken down makes room', async () => {
  const { at, token, wall } = await start();
  const { walls } = at.logins;
  const caller = { industryId: 'DEMO', username: 'asha' } as Caller;
  for (let number = 2; number <= 50; number += 1) walls.create(caller, `Wall ${number}`);
  expect(code(() => walls.create(caller, 'One more'))).toBe('conflict');
  expect(walls.of('DEMO')).toHaveLength(50);
  expect(code(() => walls.create({ ...caller, industryId: 'NORTH' }, 'Elsewhere'))).toBe('opened');
  expect((await at.call('DELETE', `/api/plant/walls/${wall.id}`, token)).status).toBe(200);
  expect(code(() => walls.create(caller, 'In its place'))).toBe('opened');
});

it('the list says when each wall was last used, and nothing of one that never was', async () => {
  const { at, token, wall, shown } = await start();
  const listed = async () => ((await at.call('GET', '/api/plant/walls', token)).body as { walls: WallDisplay[] }).walls;
  const made = { id: wall.id, name: 'Lobby', createdBy: 'asha', createdAt: new Date(at.clock.now()).toISOString() };
  expect(await listed()).toEqual([{ ...made, lastUsedAt: null }]);
  at.clock.advance(90_000);
  at.logins.walls.access(shown, { wall: true });
  expect(await listed()).toEqual([{ ...made, lastUsedAt: new Date(at.clock.now()).toISOString() }]);
});
