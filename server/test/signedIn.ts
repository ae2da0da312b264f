import { afterEach } from 'vitest';
import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import type { LoginResponse } from '../contract/user/auth.ts';
import { route } from '../http/route.ts';
import { type AuthRig, startAuth } from './authRig.ts';
import type { Reply } from './httpRig.ts';

const whoami = endpoint({
  base: 'user',
  method: 'get',
  path: '/whoami',
  summary: 'x',
  auth: 'access',
  limit: 'none',
  faults: [],
  reply: z.object({ userId: z.string(), industryId: z.string(), loginType: z.string(), permissions: z.array(z.string()) }),
});

const limited = endpoint({ ...whoami, path: '/limited', limit: 'default' });

const guarded = endpoint({ ...whoami, path: '/guarded', permission: 'COMMISSIONING' });

const routes = [whoami, limited, guarded].map((row) =>
  route(row)((_, { caller }) => ({
    userId: caller.userId,
    industryId: caller.industryId,
    loginType: caller.loginType,
    permissions: [...caller.permissions],
  })),
);

let rig: AuthRig | undefined;

export const start = async (options: Parameters<typeof startAuth>[0] = {}): Promise<AuthRig> => {
  rig = await startAuth({ routes, ...options });
  await rig.addUser();
  return rig;
};

export const tokens = ({ body }: Reply): { access: string; refresh: string } => {
  const { access_token, refresh_token } = body as LoginResponse;
  return { access: access_token, refresh: refresh_token };
};

export const codeOf = ({ body }: Reply): number => (body as { code: number }).code;

export const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** The same server on the same data, stopped and started again. */
export const restarted = async (before: AuthRig): Promise<AuthRig> => {
  rig = await before.restart();
  return rig;
};

export const stopAfterEach = (): void => {
  afterEach(() => rig?.stop());
};
