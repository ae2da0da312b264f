import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime, ok } from '../../model/common.ts';
import { idPath } from '../row.ts';

const own = { base: 'plant', auth: 'access', limit: 'default' } as const;

/** A password as it is set, not as it is checked. */
export const newPassword = z.string().min(10).max(200).meta({ description: 'any characters; not the username' });

export const sessionView = z
  .object({
    id: z.string(),
    current: z.boolean().meta({ description: 'the session that asks' }),
    industryId: z.string(),
    loginType: z.string(),
    deviceId: z.string().nullable(),
    baseUrl: z.string().nullable().meta({ description: 'Baseurl of the login: where the client came from' }),
    platform: z.string().nullable(),
    panel: z.boolean().meta({ description: 'opened by a control panel' }),
    createdAt: isoTime,
    expiresAt: isoTime.meta({ description: 'unless it is refreshed' }),
  })
  .meta({ id: 'Session' });

export const listSessions = endpoint({
  ...own,
  method: 'get',
  path: '/me/sessions',
  summary: 'The caller’s open sessions, newest first',
  faults: [],
  reply: z.object({ sessions: z.array(sessionView) }),
});

export const endSession = endpoint({
  ...own,
  method: 'delete',
  path: '/me/sessions/{id}',
  summary: 'Ends one of the caller’s sessions',
  description: 'Its tokens are dead from then on and its live connections close.',
  faults: ['notFound'],
  params: idPath,
  reply: ok,
});

export const changePassword = endpoint({
  ...own,
  method: 'put',
  path: '/me/password',
  summary: 'Changes the caller’s password',
  description: 'The caller’s other sessions end. A wrong present password is 1401 and counts as a failed login.',
  faults: ['schema', 'credentials', 'badRequest', 'unavailable'],
  body: z.object({ password: z.string().min(1).max(1024), newPassword }),
  reply: ok,
});

export const resetPassword = endpoint({
  ...own,
  permission: 'ACCOUNT_SETTINGS',
  confirm: 'always',
  method: 'put',
  path: '/users/{id}/password',
  summary: 'Gives a user of the own industry a new password',
  description:
    'All sessions of the user end and a lock of the account is lifted. A user who may do more than the caller is refused.',
  faults: ['schema', 'notFound', 'badRequest', 'unavailable'],
  params: idPath,
  body: z.object({ newPassword }),
  reply: ok,
});

export const rotateKeys = endpoint({
  ...own,
  permission: 'SYSTEM',
  confirm: 'always',
  method: 'post',
  path: '/keys/rotate',
  summary: 'Makes a new key that signs tokens from now on',
  description: 'Tokens that older keys signed stay valid until they expire.',
  faults: [],
  reply: ok,
});

export const plantAccessEndpoints = [listSessions, endSession, changePassword, resetPassword, rotateKeys] as const;
