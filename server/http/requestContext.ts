import type { Request, Response } from 'express';
import { isConsole } from './hosts.ts';
import type { Context } from './route.ts';

/**
 * What a handler is given of its request. A class, because V8 makes a shape of its own for each object literal with getters, and the
 * shape keeps what its getters know, request and answer, until the next collection of the whole heap.
 */
export class RequestContext implements Context {
  readonly caller: Context['caller'];
  readonly requestId: string;
  readonly ip: string;
  readonly baseUrl: string;
  readonly confirm: Context['confirm'];
  readonly refuseLost: Context['refuseLost'];
  readonly begin: Context['begin'];
  readonly etag: Context['etag'];
  readonly sharedEtag: Context['sharedEtag'];
  readonly spend: Context['spend'];
  readonly audited: Context['audited'];
  readonly #request: Request;
  readonly #response: Response;
  #controller: AbortController | undefined;

  constructor(request: Request, response: Response, given: Omit<Context, 'console' | 'signal'>) {
    this.#request = request;
    this.#response = response;
    this.caller = given.caller;
    this.requestId = given.requestId;
    this.ip = given.ip;
    this.baseUrl = given.baseUrl;
    this.confirm = given.confirm;
    this.refuseLost = given.refuseLost;
    this.begin = given.begin;
    this.etag = given.etag;
    this.sharedEtag = given.sharedEtag;
    this.spend = given.spend;
    this.audited = given.audited;
  }

  get console(): boolean {
    return isConsole(this.#request);
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const made = new AbortController();
      const response = this.#response;
      this.#controller = made;
      response.once('close', () => {
        if (!response.writableFinished) made.abort();
      });
    }
    return this.#controller.signal;
  }
}
