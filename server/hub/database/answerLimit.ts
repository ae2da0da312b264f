import type { Client } from 'pg';

/** By connection: how long a question may take. */
const limitsMs = new WeakMap<Client, number>();

const noAnswer = (limitMs: number): Error =>
  Object.assign(new Error(`no answer within ${limitMs / 1000} s`), { code: 'ETIMEDOUT' });

/**
 * What never answers, as a process that hangs or a network that lost the connection, would hold up for ever whoever asked. The connection is
 * ended, not only the question: its answer may still come.
 * @param onLate called when that happens.
 */
export const limitAnswers = (client: Client, limitMs: number, onLate: () => void): void => {
  const isLimited = limitsMs.has(client);
  limitsMs.set(client, limitMs);
  if (isLimited) return;
  const ask = client.query.bind(client) as (...asked: unknown[]) => unknown;
  const query = (...asked: unknown[]): unknown => {
    const answer = ask(...asked);
    if (!(answer instanceof Promise)) return answer;
    const allowedMs = limitsMs.get(client) ?? limitMs;
    const late = setTimeout(() => {
      onLate();
      client.connection.stream.destroy(noAnswer(allowedMs));
    }, allowedMs);
    return answer.finally(() => clearTimeout(late));
  };
  Object.assign(client, { query });
};
