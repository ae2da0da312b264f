import { z } from 'zod';
import type { Fault } from './errors.ts';
import type { Permission } from './permissions.ts';

/** What a caller must present: nothing, an access token, or a refresh token. */
export type Auth = 'none' | 'access' | 'refresh';

/** What a token of one purpose opens. */
export type TokenScope = 'executiveSummary';

/** Named rate limits; their numbers are in the server's configuration. `none` is for health and static pages. */
export type LimitName = 'default' | 'login' | 'otp' | 'refresh' | 'priority' | 'none';

/** The one file of a multipart form. */
export type UploadField = { field: string; maxBytes: number };

/**
 * One operation of an API, stated once: parsed input, checked reply, permission, limit, OpenAPI
 * document and typed client all follow from this row.
 */
export type Endpoint = {
  /** `user` is served below /api/user, `plant` below /api/plant, `root` at the server's root. */
  base: 'user' | 'plant' | 'root';
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below the base, parameters as `{id}`. */
  path: string;
  summary: string;
  description?: string;
  auth: Auth;
  permission?: Permission;
  /** Tokens made for one purpose open the rows that name it, and no others. */
  scope?: TokenScope;
  /** Part of what a wall display shows: opened by the token of one. */
  wall?: true;
  limit: LimitName;
  /** Faults this operation states besides those that every one has (token, limit, server). */
  faults: readonly Fault[];
  /** Kind under which the audit log keeps every call that succeeded, such as `unit.change`. */
  audit?: string;
  /** A GET that changes data: refused cross-site and for prefetch. */
  writes?: true;
  /**
   * Grants rights: the caller's password is asked for again where their login is not fresh (`X-Confirm-Password`), by the row or,
   * where that depends on what is sent, by its handler.
   */
  confirm?: 'always' | 'byHandler';
  /** Asked all day, and answered alike for all callers of an industry: what was asked lately about today is worked out after a start. */
  prepared?: true;
  /** Served also while the server waits for its first owner. */
  beforeSetup?: true;
  /** Largest accepted body; 1 MiB where absent. */
  bodyLimitBytes?: number;
  /** Header names as they are published; they match without regard to case. */
  headers?: z.ZodObject;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** Query parameters that may be left out but not be empty; others count as absent when empty. */
  emptyIsFault?: readonly string[];
  body?: z.ZodType;
  /** Fields that the body does not know are taken and not read: of programs that were made for the published API or for a later version. */
  open?: true;
  /** The body is a multipart form with this file, in place of JSON; the handler gets it as `upload`. */
  upload?: UploadField;
  /** Adds something: its reply travels as 201. */
  creates?: true;
  /** Body of a 200; of a row with `media` it is not checked. */
  reply: z.ZodType;
  /** Body of a 201, where the operation has one; the handler answers it with `created()`. */
  reply201?: z.ZodType;
  /** Media types of an answer that is not JSON; the handler answers it with `file()`. */
  media?: readonly string[];
  /** An expired token answers 401 with this message, not 420. */
  expired401?: string;
};

/** Where the paths of each base start. */
export const bases = { user: '/api/user', plant: '/api/plant', root: '' } as const satisfies Record<Endpoint['base'], string>;

export const CONFIRM_HEADER = 'X-Confirm-Password';
/** What a row with `confirm` takes besides its own headers. */
export const confirmHeaders = z.object({
  [CONFIRM_HEADER]: z.string().max(1024).optional().meta({
    description:
      'the caller’s own password, where the login or the last confirmation is older than 10 minutes (confirmSeconds of headworks.json may set another time); percent-encoded UTF-8 with X-Header-Encoding: percent',
  }),
});

export type RequestPart = 'headers' | 'params' | 'query' | 'body';
/** What a client sends. */
export type Sent<E extends Endpoint> = { [P in keyof E & RequestPart]: z.input<NonNullable<E[P]>> };
/** What a handler gets: the same, parsed. */
export type Got<E extends Endpoint> = { [P in keyof E & RequestPart]: z.output<NonNullable<E[P]>> } & ([E] extends [
  { upload: UploadField },
]
  ? { upload: Uint8Array | undefined }
  : unknown);

export const endpoint = <const E extends Endpoint>(row: E): E => row;
