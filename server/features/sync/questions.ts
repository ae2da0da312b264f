import { z } from 'zod';
import { entry } from '../../contract/hub/exchange.ts';
import { share } from '../../contract/hub/pairing.ts';
import { publicKey, signedText } from '../../contract/hub/signing.ts';
import { streamName } from '../../contract/hub/statement.ts';
import type { Jobs } from '../../core/jobs.ts';
import { madeBundle, syncFacts, wantedDay } from './model.ts';

const day = z.number().int();
const site = z.object({ id: z.string(), epoch: z.number().int() });

const bundleQuestion = z.object({
  ask: z.literal('bundle'),
  folder: z.string(),
  name: z.string(),
  statement: signedText,
  statementSeq: z.number().int(),
  days: z.array(wantedDay),
  mostBytes: z.number().int(),
  program: z.string(),
  schema: z.number().int(),
  nowMs: z.number(),
  share,
  /** For a stick: sealed for the hub, with all documents and the entries after those that it has. */
  stick: z
    .object({
      hub: z.object({ id: z.string(), openingKey: publicKey }),
      versions: z.array(z.tuple([z.string(), z.string(), z.number().int()])),
      after: z.array(z.tuple([streamName, z.number().int()])),
    })
    .nullable(),
});
export type BundleQuestion = Omit<z.infer<typeof bundleQuestion>, 'ask'>;

/** What the server asks a job process about the plant's rows: all reading for sync happens there. */
export const syncQuestion = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('facts'), site, share }),
  z.object({ ask: z.literal('months'), industry: z.string() }),
  z.object({ ask: z.literal('days'), industry: z.string(), months: z.array(z.number().int()).nullable() }),
  z.object({ ask: z.literal('leaves'), industry: z.string(), day }),
  z.object({ ask: z.literal('entries'), share, stream: streamName, after: z.number().int(), most: z.number().int() }),
  z.object({ ask: z.literal('documents'), share, kind: z.string(), ids: z.array(z.string()) }),
  bundleQuestion,
  z.object({ ask: z.literal('folder'), folder: z.string() }),
]);
export type SyncQuestion = z.infer<typeof syncQuestion>;

const answers = {
  facts: syncFacts,
  months: z.array(z.tuple([z.number(), z.string()])),
  days: z.array(z.tuple([z.number(), z.string()])),
  leaves: z.array(z.object({ uid: z.string(), day, revision: z.number().int(), hash: z.string() })),
  entries: z.array(entry),
  documents: z.array(z.object({ id: z.string(), body: z.string().nullable() })),
  bundle: madeBundle,
  folder: z.boolean(),
};
type Answers = { [K in keyof typeof answers]: z.output<(typeof answers)[K]> };

/** Asks about the plant's rows. @param worked called with the processor time that the answer took. */
export type AskPlant = <K extends keyof Answers>(
  ask: K,
  question: Omit<Extract<SyncQuestion, { ask: K }>, 'ask'>,
  signal: AbortSignal,
  worked?: (processorMs: number) => void,
) => Promise<Answers[K]>;

const answered = z.object({ answer: z.unknown(), processorMs: z.number() });

const WITHIN_MS = 600_000;

/** Each question is work of its own, so that reports have their turn between two of them. */
export const askByJobs =
  (jobs: Jobs): AskPlant =>
  async (ask, question, signal, worked) => {
    const told = await jobs.run('sync', { ask, ...question }, { signal, timeLimitMs: WITHIN_MS });
    const { answer, processorMs } = answered.parse(told);
    worked?.(processorMs);
    return answers[ask].parse(answer) as Answers[typeof ask];
  };
