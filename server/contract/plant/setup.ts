import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { hourMinuteSecond, ok } from '../model/common.ts';
import { nameText } from '../rules/nameText.ts';
import { newPassword } from './accounts/access.ts';
import { displayName } from './row.ts';

const open = { base: 'plant', auth: 'none', beforeSetup: true } as const;

export const readSetup = endpoint({
  ...open,
  method: 'get',
  path: '/setup',
  summary: 'Whether the server waits for its first owner',
  description: 'Until then everything but this, POST /setup and /health answers 503 "setup required".',
  limit: 'none',
  faults: [],
  reply: z.object({ required: z.boolean() }).meta({ id: 'SetupState' }),
});

export const setUp = endpoint({
  ...open,
  method: 'post',
  path: '/setup',
  summary: 'First run: makes the industry and the owner’s account',
  description:
    'Needs the one-time setup code that the server prints when it starts without an owner. The owner has every permission. A wrong code is 1401, after five in a minute 429; ' +
    'once there is an owner the answer is 409.',
  limit: 'login',
  faults: ['schema', 'credentials', 'badRequest', 'conflict', 'unavailable'],
  body: z.object({
    code: z.string().min(1).max(100),
    industry: z.object({
      id: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/, 'must be letters, digits, - and _')
        .meta({ description: 'stays as it is for ever' }),
      name: displayName,
      timezone: z.string().min(1).max(64).default('Asia/Kolkata'),
      shift: z
        .object({
          startAt: hourMinuteSecond,
          endAt: hourMinuteSecond.optional(),
          shiftName: nameText(100).default('Day'),
        })
        .prefault({ startAt: '06:00:00' }),
    }),
    owner: z.object({
      username: nameText(100)
        .min(1)
        .regex(/^[^/]+$/, 'must not hold a slash'),
      password: newPassword,
      name: displayName,
      email: z.email().max(254),
    }),
  }),
  reply: ok,
});

export const plantSetupEndpoints = [readSetup, setUp] as const;
