import { OWN_CONNECTION } from '../../contract/process/connection.ts';
import { Failure, messageOf } from '../../core/fail.ts';

export type WebRequest = {
  /** For messages: a URL may contain a secret and is never shown. */
  service: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  signal: AbortSignal;
};

const LONGEST_ANSWER = 65_536;

/** The other side's fault, or one that passes: worth another try. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/**
 * Posts to a service outside and reads its short answer.
 * @throws Failure `unavailable` when it may be tried again, `notFound` for 404 and 410, `badRequest` for other refusals.
 */
export const postTo = async ({ service, url, timeoutMs, signal, headers, ...request }: WebRequest): Promise<string> => {
  let response: Response;
  let answer: string;
  try {
    // a service that moved would get the secret and the message at another place
    response = await fetch(url, {
      ...request,
      headers: { ...headers, ...OWN_CONNECTION },
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    answer = await shortText(response);
  } catch (error) {
    throw new Failure('unavailable', `${service} does not answer: ${reasonOf(error)}`);
  }
  if (response.ok) return answer;
  const { status } = response;
  const code = isPassing(status) ? 'unavailable' : status === 404 || status === 410 ? 'notFound' : 'badRequest';
  throw new Failure(code, `${service} answered ${status}`);
};

/** Says why without the address. */
const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error && /timeout|abort/i.test(cause.name)
    ? 'no answer in time'
    : messageOf(cause)
        .replace(/https?:\S+/g, '')
        .slice(0, 100);
};

const shortText = async (response: Response): Promise<string> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  return text;
};
