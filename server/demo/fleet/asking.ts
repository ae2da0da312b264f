import { OWN_CONNECTION } from '../../contract/process/connection.ts';

type Asked = {
  token?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: object | undefined;
  signal: AbortSignal;
};

/** A request to a server of the demo, as a browser would make it. @throws Error with the answer where it is refused. */
export const ask = async <T>(url: string, { token, headers: more, method = 'GET', body, signal }: Asked): Promise<T> => {
  const headers = {
    ...more,
    ...OWN_CONNECTION,
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
  };
  const response = await fetch(url, { method, headers, signal, body: method === 'GET' ? null : JSON.stringify(body ?? {}) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${new URL(url).pathname} was answered ${response.status}: ${text}`);
  return JSON.parse(text) as T;
};

/** Asks the hub as its owner. */
export type AskOwner = <T>(method: string, path: string, body?: object) => Promise<T>;
