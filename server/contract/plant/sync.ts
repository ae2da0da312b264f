import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { share } from '../hub/pairing.ts';
import { hubRotations, signedText } from '../hub/signing.ts';
import { isoTime } from '../model/common.ts';

const owner = { base: 'plant', auth: 'access', permission: 'SYSTEM', limit: 'default' } as const;
const count = z.number().int();
const words = z.string().meta({ description: 'eight words by which two people compare a key' });

const industryState = z
  .object({
    industryId: z.string(),
    name: z.string().meta({ description: 'what the industry is called' }),
    closedTo: z.iso.date().nullable().meta({ description: 'last closed day when it was last stated' }),
    provedTo: z.iso.date().nullable().meta({
      description: 'last closed day of the last statement of which the hub worked out the same root from its own rows',
    }),
    root: z.string().nullable().meta({ description: 'the root that both had then, SHA-256' }),
  })
  .meta({ id: 'SyncIndustry' });

const refusal = z
  .object({
    item: z.string().meta({ description: 'series and day number, kind and id of a document, or a stream' }),
    code: z.string().meta({
      description: 'the hub’s code, or hubAhead, forked or ownStoreDamaged',
    }),
    tries: count.meta({ description: 'how often it was refused' }),
    firstAt: isoTime.meta({ description: 'when it was first refused' }),
    nextAt: isoTime.meta({ description: 'when it is tried again' }),
  })
  .meta({ id: 'SyncRefusal' });

const syncState = z
  .object({
    site: z.string().meta({ description: 'who this plant is, UUID' }),
    words,
    hub: z
      .object({
        url: z.string().meta({ description: 'address of the hub' }),
        name: z.string().meta({ description: 'empty until the hub has answered' }),
        words,
        state: z.enum(['waiting', 'paired', 'revoked', 'forked']).meta({
          description:
            'waiting for the hub’s owner to confirm; paired; ended at the hub; or stopped because the history goes two ways',
        }),
        share: share.meta({ description: 'what leaves the plant' }),
        bytesPerHour: count.nullable().meta({ description: 'most bytes sent in an hour; null for no limit' }),
        pairedBy: z.string().meta({ description: 'username' }),
        pairedAt: isoTime,
      })
      .nullable()
      .meta({ description: 'null where the plant is paired with none' }),
    running: z.boolean().meta({ description: 'a round is under way' }),
    resting: z.boolean().meta({
      description:
        'it rests between its pieces, so that sync takes a twentieth of a core; one begun by `POST /sync/runs` does not',
    }),
    lastOkAt: isoTime.nullable().meta({ description: 'end of the last round in which the hub answered everything' }),
    lastError: z.string().nullable().meta({ description: 'why the last round failed' }),
    lastErrorAt: isoTime.nullable().meta({ description: 'when it failed' }),
    failures: count.meta({ description: 'rounds that failed since then' }),
    nextAt: isoTime.nullable().meta({ description: 'when the next round begins' }),
    industries: z.array(industryState),
    proof: z
      .object({
        at: isoTime,
        statement: signedText.meta({ description: 'signed by the site' }),
        receipt: signedText.meta({ description: 'signed by the hub' }),
      })
      .nullable()
      .meta({ description: 'the last statement and the receipt that equals it, as they were signed' }),
    refusals: z.array(refusal).meta({ description: 'what the hub refused: in the way of nothing else' }),
  })
  .meta({ id: 'SyncState' });
export type SyncState = z.infer<typeof syncState>;

export const readSync = endpoint({
  ...owner,
  method: 'get',
  path: '/sync',
  summary: 'The hub that this plant sends to, and how far it has everything',
  faults: [],
  reply: syncState,
});

const codeText = z.string().min(1).max(4000).meta({ description: 'the pairing code as the hub shows it' });

export const readPairingCode = endpoint({
  ...owner,
  method: 'post',
  path: '/sync/code',
  audit: 'sync.code',
  summary: 'What a pairing code says, before it is used',
  faults: ['schema', 'parameter'],
  body: z.object({ code: codeText }),
  reply: z.object({
    url: z.string().meta({ description: 'address of the hub' }),
    words,
    expiresAt: isoTime.meta({ description: 'end of the code' }),
  }),
});

export const pairHub = endpoint({
  ...owner,
  confirm: 'always',
  method: 'post',
  path: '/sync/pair',
  audit: 'sync.pair',
  summary: 'Sends this plant’s history to a hub from now on',
  description: 'The hub’s owner confirms it there by comparing the words. What is shared is chosen here.',
  faults: ['schema', 'parameter', 'conflict'],
  body: z.object({
    code: codeText,
    share: share.meta({ description: 'what leaves the plant' }),
    bytesPerHour: count.min(100_000).nullable().default(null).meta({ description: 'most bytes sent in an hour' }),
  }),
  reply: syncState,
});

export const unpairHub = endpoint({
  ...owner,
  confirm: 'always',
  method: 'post',
  path: '/sync/unpair',
  audit: 'sync.unpair',
  summary: 'Sends nothing more to the hub',
  description: 'What the hub has it keeps. `revoked` says whether the hub could be informed.',
  faults: ['notFound'],
  reply: z.object({ revoked: z.boolean().meta({ description: 'the hub knows it' }) }),
});

export const startSync = endpoint({
  ...owner,
  method: 'post',
  path: '/sync/runs',
  audit: 'sync.run',
  summary: 'Begins a round now',
  description:
    'It does not rest between its pieces, as rounds do that begin by themselves. One of these that is under way goes on without rests.',
  faults: ['notFound', 'conflict'],
  reply: syncState,
});

export const exportToStick = endpoint({
  ...owner,
  method: 'post',
  path: '/sync/export',
  audit: 'sync.export',
  summary: 'Writes what the hub lacks to a folder, as on a USB stick',
  description:
    'Sealed for the hub and signed by this plant. Without a period: what has changed since the last equal receipt. Carrying it twice is harmless.',
  faults: ['schema', 'badRequest', 'notFound', 'conflict', 'storageFull', 'unavailable'],
  body: z.object({
    folder: z
      .string()
      .min(1)
      .max(1024)
      .refine((path) => /^([/\\]|[A-Za-z]:[/\\])/.test(path), { error: 'must be a whole path' })
      .meta({ description: 'a folder that is there' }),
    from: z.iso.date().optional().meta({ description: 'first shift day' }),
    to: z.iso.date().optional().meta({ description: 'last shift day' }),
  }),
  reply: z.object({
    files: z
      .array(z.object({ name: z.string(), bytes: count.meta({ description: 'length of the file' }) }))
      .meta({ description: 'what was written' }),
    days: count.meta({ description: 'closed days of single series in them' }),
  }),
});

/** The file `*.hwr` that a hub gives back by stick. */
export const resultFile = z.object({
  format: z.literal('headworks-result-1'),
  receipt: signedText.meta({ description: 'signed by the hub' }),
  rotations: hubRotations.optional(),
});

export const importResult = endpoint({
  ...owner,
  method: 'post',
  path: '/sync/import',
  audit: 'sync.import',
  summary: 'Takes in the hub’s receipt that came by stick',
  faults: ['schema', 'badRequest', 'notFound'],
  body: resultFile,
  reply: syncState,
});

export const syncEndpoints = [readSync, readPairingCode, pairHub, unpairHub, startSync, exportToStick, importResult] as const;
