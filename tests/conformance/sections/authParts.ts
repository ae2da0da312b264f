import type { ConformancePlant } from '../plants.ts';
import { accepted } from '../sentence.ts';

export type Claims = { exp: number; iat: number; loginType: string; permissions: string[]; role: string };

export const claimsOf = (token: unknown): Claims =>
  JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString()) as Claims;

export const admin = { username: 'admin', password: 'demo-admin' };

export const by = (LoginType: string, more: Record<string, string> = admin): Record<string, string> => ({ LoginType, ...more });

export const tokensOf = async (
  plant: ConformancePlant,
  more: Record<string, string> = {},
): Promise<{ access: string; refresh: string }> => {
  const { access_token, refresh_token } = accepted(await plant.login({ ...by('DEFAULT'), ...more }));
  return { access: String(access_token), refresh: String(refresh_token) };
};
