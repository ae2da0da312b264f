import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isoTime, ok } from '../model/common.ts';
import { permission } from '../permissions.ts';
import { displayName, idPath } from './row.ts';

const own = { base: 'plant', auth: 'access', limit: 'default', permission: 'ACCOUNT_SETTINGS' } as const;

const wall = z
  .object({
    id: z.string(),
    name: z.string(),
    createdAt: isoTime,
    createdBy: z.string().meta({ description: 'login name of the person who made it' }),
    lastUsedAt: isoTime.nullable().meta({ description: 'last request; null before the first' }),
  })
  .meta({ id: 'WallDisplay' });
export type WallDisplay = z.infer<typeof wall>;

export const listWalls = endpoint({
  ...own,
  method: 'get',
  path: '/walls',
  summary: 'The wall displays of the industry',
  faults: [],
  reply: z.object({ walls: z.array(wall) }),
});

export const createWall = endpoint({
  ...own,
  confirm: 'always',
  method: 'post',
  path: '/walls',
  summary: 'Makes a token for a wall display',
  description:
    'It is answered this once. It opens the few operations that a wall shows, and no other; it changes nothing but its own end, and lasts until it is revoked.',
  faults: ['schema', 'conflict'],
  audit: 'wall.create',
  body: z.object({
    id: z
      .uuid()
      .optional()
      .meta({ description: 'chosen by the caller: sent again after a lost answer, it is the same wall, with another token' }),
    name: displayName,
  }),
  creates: true,
  reply: z.object({ wall, token: z.string().meta({ description: 'for `Authorization: Bearer`, or /wall#token=…' }) }),
});

export const revokeWall = endpoint({
  ...own,
  method: 'delete',
  path: '/walls/{id}',
  summary: 'Ends a wall display; its live connection closes within a second',
  faults: ['notFound'],
  audit: 'wall.revoke',
  params: idPath,
  reply: ok,
});

export const endOwnWall = endpoint({
  base: 'plant',
  auth: 'access',
  limit: 'default',
  wall: true,
  method: 'delete',
  path: '/me/wall',
  summary: 'Ends the wall display whose token asks',
  description:
    'For a display that is given back: its token opens nothing any more. Answers `notFound` to whoever is no wall display.',
  faults: ['notFound'],
  audit: 'wall.revoke',
  reply: ok,
});

export const readMe = endpoint({
  base: 'plant',
  auth: 'access',
  limit: 'default',
  wall: true,
  method: 'get',
  path: '/me',
  summary: 'Who the token belongs to',
  faults: [],
  reply: z.object({
    userId: z.string(),
    username: z.string(),
    industryId: z.string(),
    industryName: z.string(),
    permissions: z.array(permission),
    timezone: z.string(),
    shift: z.object({ startAt: z.string(), endAt: z.string(), shiftName: z.string() }),
  }),
});

export const plantWallEndpoints = [listWalls, createWall, revokeWall, endOwnWall, readMe] as const;
