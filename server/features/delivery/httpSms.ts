import { OWN_CONNECTION } from '../../contract/process/connection.ts';
import { Failure } from '../../core/fail.ts';
import type { SmsChannel } from './model.ts';
import { shortText, webReason } from './webRequest.ts';

export type HttpSmsSettings = {
  /** Address of the gateway; `{to}` and `{text}` are put in percent-encoded. */
  url: string;
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  /** `{to}` and `{text}` are put in as the content type wants it: JSON, form, or as they are. */
  body?: string | undefined;
  /** Text that an answer holds where the gateway took the message; without it any answer from 200 to 299 that is no web page counts. */
  taken?: string | undefined;
  timeoutMs: number;
};

type Encode = (value: string) => string;
const asForm: Encode = (value) => new URLSearchParams({ v: value }).toString().slice(2);
const asJson: Encode = (value) => JSON.stringify(value).slice(1, -1);

const encoderOf = (headers: Record<string, string>): Encode => {
  const type = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  if (/json/i.test(type)) return asJson;
  return /x-www-form-urlencoded/i.test(type) ? asForm : (value) => value;
};

/** Values go in once: one that itself holds `{text}` stays as it is. */
const fill = (template: string, values: { to: string; text: string }, encode: Encode): string =>
  template.replaceAll(/\{(to|text)\}/g, (_, name: 'to' | 'text') => encode(values[name]));

/** A login of the network or the page of a firewall; some gateways call plain text HTML, so that the type says nothing. */
const isWebPage = (answer: string): boolean => {
  const start = answer.slice(0, 2000).toLowerCase();
  return ['<!doctype html', '<html', '<head', '<body'].some((tag) => start.includes(tag));
};

/** An SMS gateway that takes messages over HTTP. */
export class HttpSms implements SmsChannel {
  readonly name = 'http';
  readonly #settings: HttpSmsSettings;

  constructor(settings: HttpSmsSettings) {
    this.#settings = settings;
  }

  async send(to: string, text: string, signal: AbortSignal): Promise<void> {
    const { url, method, headers, body, taken, timeoutMs } = this.#settings;
    const values = { to, text };
    const request: RequestInit = {
      method,
      headers: { ...headers, ...OWN_CONNECTION },
      // a gateway that moved would get its key and the message at another place
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body !== undefined && { body: fill(body, values, encoderOf(headers)) }),
    };
    let response: Response;
    let answer: string;
    try {
      response = await fetch(fill(url, values, encodeURIComponent), request);
      answer = await shortText(response);
    } catch (error) {
      // what is thrown names the address, and with it the key: it goes into no log
      throw new Failure('unavailable', `the SMS gateway does not answer: ${webReason(error)}`);
    }
    if (!response.ok) throw new Failure('unavailable', `the SMS gateway answered ${response.status}`);
    if (taken !== undefined && !answer.includes(taken))
      throw new Failure('unavailable', 'the SMS gateway answered without saying that it took the message');
    if (taken === undefined && isWebPage(answer))
      throw new Failure('unavailable', 'the SMS gateway gave no answer of its own: a page of the network came in its place');
  }
}
