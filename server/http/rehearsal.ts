import type { Caller } from '../core/caller.ts';
import { isFile, type Route } from './route.ts';
import { checkReply, parseInput } from './validation.ts';

/**
 * Asks a route as a client of this caller would, up to the text of the answer, which is thrown away: what the next one who asks would
 * wait for is done then.
 * @throws whatever the handler throws, and Failure `parameter` for a query that the row does not take.
 */
export const rehearse = async (
  { row, handle }: Route,
  query: Record<string, string>,
  caller: Caller,
  signal: AbortSignal,
): Promise<void> => {
  const input = parseInput(row, { headers: {}, params: {}, query, body: undefined });
  const answer = await handle(input, {
    // a row of auth `none` types it as null
    caller: caller as never,
    requestId: 'rehearsal',
    ip: '127.0.0.1',
    console: true,
    baseUrl: '',
    signal,
    confirm: async () => undefined,
    etag: () => undefined,
    sharedEtag: () => undefined,
    spend: () => undefined,
    audited: () => undefined,
  });
  if (!isFile(answer)) JSON.stringify(checkReply(row, row.reply, answer));
};
