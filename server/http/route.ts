import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Endpoint, Got, RequestPart } from '../contract/endpoint.ts';
import type { Caller } from '../core/caller.ts';
import type { ChangeNote } from './auditSink.ts';
import type { ExtraLimit } from './limits.ts';

export type Context<E extends Endpoint = Endpoint> = {
  /** Present on every row whose auth is not `none`. */
  caller: E['auth'] extends 'none' ? null : Caller;
  requestId: string;
  ip: string;
  /** Came from this machine itself, by no proxy. */
  console: boolean;
  /** Address under which the client reached the server, such as `http://plant-pc:8080`. */
  baseUrl: string;
  /** Fires when the client goes away. */
  signal: AbortSignal;
  /** Asks for the caller's password again, of rows with `confirm: 'byHandler'`. @throws Failure `confirmation`. */
  confirm(): Promise<void>;
  /** For a change that comes long after its request. @throws Failure where the caller's session ended or their right was taken meanwhile. */
  refuseLost(): void;
  /** As `refuseLost`, right before a first step that is no transaction, such as a file: from there on the change is finished. */
  begin(): void;
  /** Sets the answer's ETag; throws to a 304 when the client already has it. */
  etag(tag: string): void;
  /**
   * As `etag`, for an answer that is the same for all callers of the industry: throws to the one in memory that was made from the same tag.
   * @param question of an answer that seldom keeps its tag: only its newest is kept.
   */
  sharedEtag(tag: string, question?: string): void;
  /** Counts a request against a limit besides the row's own. @throws Failure `rateLimit`. */
  spend(limit: ExtraLimit): void;
  /** What the audit log keeps of a row with `audit`; once for each thing changed. */
  audited(note: ChangeNote): void;
};

class Created<T> {
  readonly body: T;
  constructor(body: T) {
    this.body = body;
  }
}
export const created = <T>(body: T): Created<T> => new Created(body);
export const isCreated = (answer: unknown): answer is Created<unknown> => answer instanceof Created;

export type FileContent = {
  body: string | Buffer | Readable;
  /** One of the row's `media`, with a charset where it has one. */
  contentType: string;
  /** Makes the answer a download under this name. */
  fileName?: string;
  /** Came from a user: pages may embed it, but opened alone it may do nothing; under its name it never changes. */
  inert?: true;
  /** A page of the server's own making that shows what users wrote: opened alone it may style itself, and nothing else. */
  sandboxed?: boolean;
};
class FileAnswer {
  readonly content: FileContent;
  constructor(content: FileContent) {
    this.content = content;
  }
}
/** An answer that is not JSON; only rows with `media` may give one. */
export const file = (content: FileContent): FileAnswer => new FileAnswer(content);
export const isFile = (answer: unknown): answer is FileAnswer => answer instanceof FileAnswer;

export type RouteAnswer<E extends Endpoint> = E extends { media: readonly string[] }
  ? FileAnswer
  : z.input<E['reply']> | (E extends { reply201: z.ZodType } ? Created<z.input<E['reply201']>> : never);

export type Route = {
  row: Endpoint;
  handle: (input: { [P in RequestPart | 'upload']?: unknown }, context: Context) => Promise<unknown> | unknown;
};

/** Binds a row to its handler; curried so that literal replies keep their type. */
export const route =
  <const E extends Endpoint>(row: E) =>
  (handle: (input: Got<E>, context: Context<E>) => Promise<RouteAnswer<E>> | RouteAnswer<E>): Route => ({
    row,
    handle: handle as Route['handle'],
  });
