import { OWN_CONNECTION } from '../../../server/contract/process/connection.ts';
import type { UpdateRefusal } from '../../../server/contract/process/updates.ts';
import { BundleRefused, refuse } from '../refusal.ts';

export type AnswerLimits = {
  /** Without a byte. */
  silentMs: number;
  mostBytes: number;
};
export type Question = {
  url: URL;
  /** Where to go on; 0 for the whole. */
  fromByte: number;
  limits: AnswerLimits;
  /** Ends it from outside, with its reason. */
  signal: AbortSignal;
  /** Takes the bytes. @param at of the first one: 0 again where the feed begins anew */
  take: (bytes: Uint8Array, at: number) => Promise<void>;
};

const OK = 200;
const PART = 206;
const isRedirect = (status: number): boolean => status >= 300 && status < 400;
const codeOf = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no answer';
};

/** Where the answer begins. @throws BundleRefused for what is no answer of a feed */
const beginOf = ({ status, headers }: Response, { url, fromByte, limits }: Question): number => {
  // it would lead to a host that nobody allowed
  if (isRedirect(status)) return refuse('redirected', 'the feed leads to another address, which is not followed');
  if (status !== OK && status !== PART) return refuse('badAnswer', `the feed answers ${status} for ${url.pathname}`);
  if (headers.get('content-type')?.startsWith('text/html'))
    return refuse('notAFeed', 'a page for people came in place of a file: it is no feed, or the network asks for a login');
  const [, begin, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get('content-range') ?? '') ?? [];
  if (status === PART && Number(begin) !== fromByte) return refuse('badAnswer', 'the feed gives another part than was asked for');
  const at = status === PART ? fromByte : 0;
  const said = total === undefined || total === '*' ? at + Number(headers.get('content-length') ?? 0) : Number(total);
  return said > limits.mostBytes ? tooLong(limits) : at;
};
const tooLong = ({ mostBytes }: AnswerLimits): never => refuse('tooLong', `the feed gives more than ${mostBytes} bytes`);

/**
 * Asks for a file and hands on its bytes as they come. Nothing of the plant is said: no cookie, no name.
 * @throws BundleRefused with the code of what is wrong with the answer
 */
export const readAnswer = async (question: Question): Promise<void> => {
  const { url, fromByte, limits, signal, take } = question;
  const silence = new AbortController();
  const silent = () => silence.abort(new BundleRefused('silent', `the feed says nothing for ${limits.silentMs / 1000} s`));
  const timer = setTimeout(silent, limits.silentMs);
  const either = AbortSignal.any([signal, silence.signal]);
  let broken: UpdateRefusal = 'unreachable';
  try {
    const answer = await fetch(url, {
      ...{ redirect: 'manual', signal: either, cache: 'no-store', credentials: 'omit' },
      headers: {
        ...{ 'user-agent': 'headworks-update', 'accept-encoding': 'identity', ...OWN_CONNECTION },
        ...(fromByte > 0 && { range: `bytes=${fromByte}-` }),
      },
    });
    try {
      let at = beginOf(answer, question);
      broken = 'cutShort';
      for await (const bytes of answer.body ?? []) {
        timer.refresh();
        if (at + bytes.length > limits.mostBytes) return tooLong(limits);
        await take(bytes, at).catch((error: NodeJS.ErrnoException) =>
          refuse('noRoom', `what the feed gives cannot be written to the disk: ${error.code ?? 'no reason'}`),
        );
        at += bytes.length;
      }
    } finally {
      // what is not read any more must not hold the line
      await answer.body?.cancel().catch(() => undefined);
    }
  } catch (error) {
    if (either.aborted) throw either.reason;
    if (error instanceof BundleRefused) throw error;
    throw new BundleRefused(
      broken,
      `the feed ${broken === 'cutShort' ? 'stopped in the middle' : 'cannot be reached'}: ${codeOf(error)}`,
    );
  } finally {
    clearTimeout(timer);
  }
};
