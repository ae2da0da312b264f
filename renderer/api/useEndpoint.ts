import { hashKey, keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { z } from 'zod';
import type { Endpoint, Sent } from '../../server/contract/endpoint.ts';
import { hasCome } from '../early/asked.ts';
import { type Fresh, freshIn, isMissing, isOld } from '../state/fresh.ts';
import { useOfNow } from '../state/now.ts';
import { type Services, useServices } from '../state/services.ts';
import { ApiError, addressOf } from './call.ts';
import { asksFor, deletedId } from './deleted.ts';
import { lastError } from './lastError.ts';
import { nextTryOf } from './queryClient.ts';

export type EndpointOptions = {
  /** Asked again so often while somebody looks; false (the default): once, as what is past does not change. */
  everyMs?: number | false;
  /** What a server may take; 10 s by default. */
  timeoutMs?: number;
  /** False: not asked at all. */
  enabled?: boolean;
  /**
   * Keeps the last answer in its place, hidden, while that of other parameters comes; a function says of which parameters the
   * answer is shown meanwhile, as the question has only moved with the clock.
   */
  keepPrevious?: boolean | ((before: Asked) => boolean);
};

/** Parameters of an earlier call. */
export type Asked = { query?: Readonly<Record<string, unknown>> };

/** What a page knows of one call. Draw it with parts/Loaded.tsx. */
export type Answer<T> = {
  data: T | undefined;
  /** Of the last try that ended, also while the next is under way; null after an answer. */
  error: unknown;
  fresh: Fresh;
  /** A call is under way or waits for its next try. */
  busy: boolean;
  /** The data are those of the parameters before; undefined where such are never kept. */
  previous: boolean | undefined;
  reload: () => void;
};

/** Every call of a row, whatever it asked for. */
export const endpointKey = (row: Endpoint) => ['endpoint', row.base, row.method, row.path] as const;

/**
 * One GET of the contract, kept fresh: asked again every `everyMs`, tried again with growing delays while the server is away
 * (never before its Retry-After), at once when the link is back. All pages that ask the same share one call.
 */
export const useEndpoint = <E extends Endpoint>(
  row: E,
  sent: Sent<E>,
  options: EndpointOptions = {},
): Answer<z.output<E['reply']>> => {
  const { session } = useServices();
  const ask = (signal: AbortSignal) => session.request(row, sent, signal, options.timeoutMs);
  const readKept = (reply: unknown) => {
    const read = row.reply.safeParse(reply);
    return read.success ? (read.data as z.output<E['reply']>) : undefined;
  };
  return useAnswer([...endpointKey(row), sent], ask, options, readKept);
};

/** Reads what was asked early and has been answered already, so that whoever draws it has it at once. */
export const takeAnswered = async <E extends Endpoint>(
  client: QueryClient,
  { session, clock, kept }: Pick<Services, 'session' | 'clock' | 'kept'>,
  row: E,
  sent: Sent<E>,
): Promise<void> => {
  if (!hasCome(addressOf(row, sent))) return;
  const queryKey = [...endpointKey(row), sent];
  await client.prefetchQuery({
    queryKey,
    // the first picture waits for this: what failed is tried again by the page, which says so
    retry: false,
    queryFn: async ({ signal }) => {
      const answer = { reply: await session.request(row, sent, signal), atMs: clock.now(), asked: sent };
      void kept.put(JSON.stringify(queryKey), answer.reply, answer.atMs);
      return answer;
    },
  });
};

/** A file of text, such as a report in HTML, with the same states. */
export const useTextFile = <E extends Endpoint>(row: E, sent: Sent<E>, options: EndpointOptions = {}): Answer<string> => {
  const { session } = useServices();
  const ask = async (signal: AbortSignal) => (await session.requestFile(row, sent, signal, options.timeoutMs)).blob.text();
  return useAnswer([...endpointKey(row), 'text', sent], ask, options);
};

/** A file, such as a photo, with the same states. */
export const useFile = <E extends Endpoint>(row: E, sent: Sent<E>): Answer<Blob> => {
  const { session } = useServices();
  const ask = async (signal: AbortSignal) => (await session.requestFile(row, sent, signal)).blob;
  return useAnswer([...endpointKey(row), 'file', sent], ask, {});
};

/** What can be changed and sent back with If-Match. */
export const useTagged = <E extends Endpoint>(
  row: E,
  sent: Sent<E>,
  options: EndpointOptions = {},
): Answer<{ reply: z.output<E['reply']>; etag: string | null }> => {
  const { session } = useServices();
  return useAnswer([...endpointKey(row), 'tagged', sent], (signal) => session.requestTagged(row, sent, signal), options);
};

const isAway = (error: unknown): boolean => error instanceof ApiError && error.failure.kind === 'unreachable';

const useAnswer = <T>(
  queryKey: readonly unknown[],
  ask: (signal: AbortSignal) => Promise<T>,
  { everyMs = false, enabled = true, keepPrevious = false }: EndpointOptions,
  /** Of what was kept when the server last answered; undefined where it is none of this version's. Absent: nothing is kept. */
  readKept?: (reply: unknown) => T | undefined,
): Answer<T> => {
  const { clock, kept } = useServices();
  const client = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      try {
        const answer = { reply: await ask(signal), atMs: clock.now(), asked: queryKey.at(-1) as Asked };
        if (readKept !== undefined) void kept.put(JSON.stringify(queryKey), answer.reply, answer.atMs);
        return answer;
      } catch (error) {
        if (readKept !== undefined && isAway(error) && client.getQueryData(queryKey) === undefined) {
          const last = await kept.get(JSON.stringify(queryKey));
          const reply = last === null ? undefined : readKept(last.reply);
          // shown with its age, while the call itself goes on being tried
          if (last !== null && reply !== undefined)
            client.setQueryData(queryKey, { reply, atMs: last.atMs, asked: queryKey.at(-1) });
        }
        throw error;
      }
    },
    staleTime: everyMs === false ? 10 * 60_000 : everyMs / 2,
    refetchInterval: everyMs,
    enabled,
    ...(keepPrevious === false ? {} : { placeholderData: keepPreviousData }),
  });
  const atMs = query.data?.atMs ?? null;
  const isSame = typeof keepPrevious === 'function' && query.data !== undefined && keepPrevious(query.data.asked);
  const previous = keepPrevious === false ? undefined : query.isPlaceholderData && !isSame;
  // not with every second: a page of many calls would be drawn anew for nothing
  const old = useOfNow(clock, (nowMs) => isOld(atMs, everyMs, nowMs));
  const said = useRef<ReturnType<typeof lastError>>(null);
  said.current = lastError(said.current, {
    hash: hashKey(queryKey),
    answeredAtMs: query.isPlaceholderData ? 0 : query.dataUpdatedAt,
    error: query.error ?? query.failureReason,
  });
  const error = said.current?.error ?? null;
  const nextTry = nextTryOf(error);
  return {
    data: query.data?.reply,
    error,
    fresh: {
      ...freshIn({
        atMs,
        error,
        nextTryMs: nextTry === null ? null : clock.fromMachine(nextTry),
        isOld: old,
      }),
      ...(previous === true ? { awaited: true as const } : {}),
    },
    busy: query.isFetching,
    previous,
    reload: () => {
      // a call that waits for its next try is not hurried by asking again
      void client.cancelQueries({ queryKey }).then(() => query.refetch());
    },
  };
};

export type Sending<E extends Endpoint> = {
  /** Throws an ApiError; resolves to the reply. */
  send: (sent: Sent<E>) => Promise<z.output<E['reply']>>;
  busy: boolean;
};

/** How long a form stays for the page to show what it saved. */
const shownWithinMs = 3000;

const useSending = <E extends Endpoint>(row: E, timeoutMs: number | undefined, isShownFirst: boolean): Sending<E> => {
  const { session } = useServices();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const send = async (sent: Sent<E>) => {
    setBusy(true);
    try {
      const reply = await session.request(row, sent, undefined, timeoutMs);
      const gone = deletedId(row, sent);
      const askedAnew = client.invalidateQueries({ predicate: ({ queryKey }) => !asksFor(queryKey, gone) });
      // its form is still there, and would be answered with an error
      void client.invalidateQueries({ predicate: ({ queryKey }) => asksFor(queryKey, gone), refetchType: 'none' });
      if (isShownFirst) await Promise.race([askedAnew, new Promise((resolve) => setTimeout(resolve, shownWithinMs))]);
      return reply;
    } catch (error) {
      // whether it arrived, and what is gone, is seen by what the server has
      if ((error instanceof ApiError && error.mayBeDone) || isMissing(error)) void client.invalidateQueries();
      throw error;
    } finally {
      setBusy(false);
    }
  };
  return { send, busy };
};

/**
 * One call that changes something. Afterwards everything on the page is asked anew, but what it deleted.
 * @public for the pages
 */
export const useSend = <E extends Endpoint>(row: E, timeoutMs?: number): Sending<E> => useSending(row, timeoutMs, false);

/** The same for what is then listed: resolves once the page shows it, at the latest after some seconds. */
export const useSaving = <E extends Endpoint>(row: E, timeoutMs?: number): Sending<E> => useSending(row, timeoutMs, true);
