import { z } from 'zod';
import { permission } from '../../server/contract/permissions.ts';
import type { LoginResponse } from '../../server/contract/user/auth.ts';

export const profile = z.object({
  userId: z.string(),
  username: z.string(),
  industryId: z.string(),
  industryName: z.string(),
  permissions: z.array(permission),
  timezone: z.string(),
  shift: z.object({ startAt: z.string(), endAt: z.string(), shiftName: z.string() }),
});
export type Profile = z.infer<typeof profile>;

/** `wall`: the token of a wall display, which is renewed by nobody and ends when it is revoked. */
export const kept = z.object({ accessToken: z.string(), refreshToken: z.string(), profile, wall: z.boolean().optional() });
export type Kept = z.infer<typeof kept>;

export const keptOf = (reply: LoginResponse): Kept => ({
  accessToken: reply.access_token,
  refreshToken: reply.refresh_token,
  profile: profile.parse(reply),
});

export const safeJson = (stored: string): unknown => {
  try {
    return JSON.parse(stored);
  } catch {
    return undefined;
  }
};
