import { z } from 'zod';

/** `exp` and `iat` of a token in epoch ms; a token that cannot be read counts as ended. */
export const lifeOf = (token: string): { fromMs: number; untilMs: number } => {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    const { iat, exp } = z.object({ iat: z.number(), exp: z.number() }).parse(claims);
    return { fromMs: iat * 1000, untilMs: exp * 1000 };
  } catch {
    return { fromMs: 0, untilMs: 0 };
  }
};

/** The role that a token names; null where it cannot be read. */
export const roleOf = (token: string): string | null => {
  try {
    const claims: unknown = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return z.object({ role: z.string() }).parse(claims).role;
  } catch {
    return null;
  }
};
