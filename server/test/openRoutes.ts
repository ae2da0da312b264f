import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Route } from '../http/route.ts';
import { type Rig, type RigOptions, startRig } from './httpRig.ts';

const open = {
  base: 'user',
  method: 'get',
  path: '/thing',
  summary: 'x',
  auth: 'none',
  limit: 'none',
  faults: [],
  reply: z.unknown(),
} as const;
/** An open row, but for the given fields. */
export const row = <const R extends Partial<Endpoint>>(fields: R): Omit<typeof open, keyof R> & R => ({ ...open, ...fields });

export const start = async (routes: Route[], options?: RigOptions): Promise<Rig> => {
  const rig = await startRig(routes, options);
  onTestFinished(rig.stop);
  return rig;
};
