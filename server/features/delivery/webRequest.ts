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
  /** Whether an answer of 404 or 410 says that whom it was for is gone; another one may be of the way there. */
  isGone?: (answer: string) => boolean;
  /** Whether a refusal passes, by what it says: some services answer 400 to all. */
  passes?: (answer: string) => boolean;
};

const LONGEST_ANSWER = 65_536;

/** The other side's fault, or one that passes, as a secret that is put right: worth another try. */
const isPassing = (status: number): boolean => status >= 500 || status === 401 || status === 408 || status === 429;

/**
 * Posts to a service outside and reads its short answer, JSON.
 * @throws Failure `unavailable` when it may be tried again, also where the network answers in place of the service; `notFound` for
 * whom it was for is gone, `badRequest` for other refusals.
 */
export const postTo = async ({
  service,
  url,
  timeoutMs,
  signal,
  headers,
  isGone,
  passes,
  ...request
}: WebRequest): Promise<string> => {
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
    throw new Failure('unavailable', `${service} does not answer: ${webReason(error)}`);
  }
  const { status, ok } = response;
  if (isPassing(status)) throw new Failure('unavailable', `${service} answered ${status}`);
  // a login of the network or the page of a firewall would count as sent, or as a phone that is gone
  if (!isJsonObject(answer))
    throw new Failure('unavailable', `${service} gave no answer of its own: a page of the network came in its place`);
  if (ok) return answer;
  if (passes?.(answer)) throw new Failure('unavailable', `${service} answered ${status}`);
  throw new Failure(refusalOf(status, answer, isGone), `${service} answered ${status}`);
};

const refusalOf = (status: number, answer: string, isGone: WebRequest['isGone']) => {
  if (!isGone || (status !== 404 && status !== 410)) return 'badRequest';
  return isGone(answer) ? 'notFound' : 'unavailable';
};

const isJsonObject = (text: string): boolean => {
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === 'object' && read !== null;
  } catch {
    return false;
  }
};

/** Why a request failed, without its address, which may hold a secret. */
export const webReason = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error && /timeout|abort/i.test(cause.name)
    ? 'no answer in time'
    : messageOf(cause)
        .replace(/https?:\S+/g, 'its address')
        .slice(0, 100);
};

/** An answer of at most 64 KiB; what is more is left. */
export const shortText = async (response: Response): Promise<string> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > LONGEST_ANSWER) break;
  }
  return text;
};
