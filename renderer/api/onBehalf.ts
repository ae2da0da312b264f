import { ApiError } from './call.ts';
import { asksWho } from './refusals.ts';

/** Asks the person at the screen for their password once more; null when they would rather not. */
export type AskPassword = (wasWrong: boolean) => Promise<string | null>;

type Tokens = {
  /** One that is good now. */
  token: () => Promise<string>;
  renew: () => Promise<string>;
  askPassword: AskPassword | undefined;
};
type Send<T> = (given: { token: string; password?: string }) => Promise<T>;

/** A request with a token that is good: once more where the server says that it has expired, and with the password where it asks for it. */
export const onBehalf = async <T>(tokens: Tokens, send: Send<T>): Promise<T> => {
  const token = await tokens.token();
  try {
    return await send({ token });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 420) return await send({ token: await tokens.renew() });
    if (asksWho(error)) return await confirmed(tokens, send, error);
    throw error;
  }
};

/** The same request with the password, as often as the person cares to type it. */
const confirmed = async <T>({ token, askPassword }: Tokens, send: Send<T>, first: ApiError): Promise<T> => {
  let refused = first;
  for (let wasWrong = false; ; wasWrong = true) {
    const password = await askPassword?.(wasWrong);
    if (password === undefined || password === null) throw refused;
    try {
      return await send({ password, token: await token() });
    } catch (error) {
      if (!(error instanceof ApiError && asksWho(error))) throw error;
      refused = error;
    }
  }
};
