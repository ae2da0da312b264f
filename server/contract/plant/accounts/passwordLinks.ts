import { z } from 'zod';
import { endpoint } from '../../endpoint.ts';
import { isoTime, ok } from '../../model/common.ts';
import { idPath } from '../row.ts';
import { newPassword } from './access.ts';

export const passwordLink = z
  .object({
    url: z.string().meta({ description: 'page of the panel on which the user chooses a password; the secret follows its #' }),
    token: z.string().meta({ description: 'the secret of the link, for clients with a page of their own' }),
    expiresAt: isoTime.meta({ description: 'when it ends, unless it was used before' }),
  })
  .meta({
    id: 'PasswordLink',
    description: 'opens once: the password that is set with it ends it and every other link of the user',
  });
export type PasswordLink = z.infer<typeof passwordLink>;

export const createPasswordLink = endpoint({
  base: 'plant',
  auth: 'access',
  limit: 'default',
  permission: 'ACCOUNT_SETTINGS',
  confirm: 'always',
  method: 'post',
  path: '/users/{id}/password-links',
  summary: 'Makes a one-time link with which a user chooses a password',
  description:
    'The link is valid for 72 hours, works once, and is shown this once. It is dead as soon as the user’s password is set in any way, ' +
    'and refused while the account is disabled. A user who may do more than the caller is refused.',
  faults: ['notFound', 'badRequest'],
  params: idPath,
  creates: true,
  reply: passwordLink,
});

export const usePasswordLink = endpoint({
  base: 'plant',
  auth: 'none',
  limit: 'login',
  method: 'post',
  path: '/password-links/use',
  summary: 'Sets the password of the user whom a one-time link was made for',
  description:
    'Whoever has the link needs no login. All sessions of the user end and a lock of the account is lifted. ' +
    'A link that was used, is older than 72 hours, or was made before the password was last set is 1401.',
  faults: ['schema', 'credentials', 'disabled', 'badRequest', 'unavailable'],
  body: z.object({ token: z.string().min(1).max(500), newPassword }),
  reply: ok.extend({ username: z.string().meta({ description: 'under which the user logs in now' }) }),
});

export const passwordLinkEndpoints = [createPasswordLink, usePasswordLink] as const;
