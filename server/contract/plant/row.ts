import { z } from 'zod';
import { wholeNumber } from '../model/common.ts';
import { nameText } from '../rules/nameText.ts';

/** What the operations that configure a plant have in common. */
export const commissioning = { base: 'plant', auth: 'access', permission: 'COMMISSIONING', limit: 'default' } as const;

/** Faults of an operation that adds or changes something. */
export const changeFaults = ['schema', 'badRequest', 'notFound', 'conflict'] as const;

export const changeRules =
  'A body of the wrong shape is 1430; one that breaks a rule of the plant is 400, with the field and the reason in `errors`; ' +
  'one that collides with something else, or was made from an older version, is 409.';

/** Of what is added without an id or name of its own by which a second one is refused. */
export const madeOnce =
  'The same sent again by the same person within a minute, as after a lost answer, is answered with what was made, unless that was changed since.';

export const idPath = z.object({ id: z.string().min(1).max(64) });

export const version = z.number().int().min(1).meta({ description: 'grows with every change' });

/** The version a change was made from; another one is 409. */
export const fromVersion = z.object({ version });

export const deleteQuery = z.object({
  version: wholeNumber(1).optional().meta({ description: '409 when it is another one; not checked where absent' }),
});

export const position = z.number().int().min(0).max(100_000).default(0);
export const displayName = nameText(100).min(1);
