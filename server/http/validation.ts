import { z } from 'zod';
import type { Endpoint, RequestPart } from '../contract/endpoint.ts';
import { reasonOf } from '../contract/reasonOf.ts';
import { Failure } from '../core/fail.ts';
import { unfitValue } from '../core/text/controlCharacters.ts';
import type { AskedQuery } from './cache/queryCache.ts';

export type RawRequest = { headers: NodeJS.Dict<string | string[]>; params: object; asked: AskedQuery; body: unknown };
export type Input = { [P in RequestPart]?: unknown };

const MAX_ERRORS = 50;
const MOST_PATH = 200;
const valueAt = (root: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), root);

const sentence = (name: string, reason: string): string => (reason.startsWith(name) ? reason : `${name} ${reason}`);

const explain = (part: RequestPart, sent: unknown, issues: z.core.$ZodIssue[]): Failure => {
  const errors = issues.slice(0, MAX_ERRORS).map((issue) => {
    const path = issue.path.map(String).join('.');
    const name = path || part;
    const missing = valueAt(sent, issue.path) === undefined;
    return { path, message: sentence(name, missing && issue.code !== 'custom' ? `${name} missing` : issue.message) };
  });
  // a rule of its own has read what was sent: the parameter may be repeated, and is wrong for another reason
  const isRepeated = ({ path, code }: z.core.$ZodIssue): boolean =>
    code !== 'custom' && Array.isArray(valueAt(sent, path.slice(0, 1)));
  const repeated = part === 'query' ? issues.find(isRepeated) : undefined;
  if (repeated) return new Failure('badRequest', `${String(repeated.path[0])} given more than once`);
  return new Failure(part === 'body' ? 'schema' : 'parameter', errors[0]?.message ?? `${part} is invalid`, { errors });
};

/** Header bytes are UTF-8 where they can be; with `X-Header-Encoding: percent` they are percent-encoded UTF-8. */
const decodeHeader = (name: string, text: string, percent: boolean): string => {
  if (percent)
    try {
      return decodeURIComponent(text);
    } catch (error) {
      throw new Failure('parameter', `${name} is not valid percent-encoded UTF-8`, { cause: error });
    }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: asks whether every byte is ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
};

/** Empty, it is a fault: a client that has lost its tag would write over whatever is there. */
const GUARD = 'If-Match';

/** The declared headers under their published names; an empty one counts as absent, but for that which guards a write. */
export const pickHeaders = (schema: z.ZodObject, headers: RawRequest['headers']): Record<string, string> => {
  const percent = String(headers['x-header-encoding'] ?? '').toLowerCase() === 'percent';
  const picked: Record<string, string> = {};
  for (const name of Object.keys(schema.shape)) {
    const value = [headers[name.toLowerCase()]].flat()[0];
    if (value || (value === '' && name === GUARD)) picked[name] = decodeHeader(name, value, percent);
  }
  return picked;
};

/** An empty parameter counts as absent: clients send `date2=` when they mean nothing. */
const dropEmpty = (query: object, kept: readonly string[] = []): object => {
  const isDropped = ([name, value]: [string, unknown]): boolean => value === '' && !kept.includes(name);
  const entries = Object.entries(query);
  return entries.some(isDropped) ? Object.fromEntries(entries.filter((entry) => !isDropped(entry))) : query;
};

/** @throws Failure `schema` for a body, `parameter` for the other parts, `badRequest` for a repeated single value. */
export const parsePart = <S extends z.ZodType>(part: RequestPart, schema: S, sent: unknown): z.output<S> => {
  const parsed = schema.safeParse(sent, { error: reasonOf });
  if (!parsed.success) throw explain(part, sent, parsed.error.issues);
  return parsed.data;
};

/**
 * Fields that were sent and that nothing reads, by their paths: a wrong name would be taken for an answer of success without an effect, and the
 * field that was meant for one that is not there.
 */
export const unreadFields = (sent: unknown, read: unknown, path = ''): string[] => {
  if (typeof sent !== 'object' || sent === null || typeof read !== 'object' || read === null) return [];
  return Object.entries(sent).flatMap(([name, value]) => {
    const own = path === '' ? name : `${path}.${name}`;
    return Object.hasOwn(read, name) ? unreadFields(value, Reflect.get(read, name), own) : [own];
  });
};

/** @throws Failure `schema` with every field that was sent and is none of the body's. */
export const refuseUnread = (sent: unknown, read: unknown, known: readonly string[] = []): void => {
  const errors = unreadFields(sent, read)
    .filter((path) => !known.includes(path))
    .slice(0, MAX_ERRORS)
    .map((path) => path.slice(0, MOST_PATH))
    .map((path) => ({ path, message: `${path} is no field here` }));
  if (errors[0]) throw new Failure('schema', errors[0].message, { errors });
};

/** What programs on phones put into any body of the published API: of themselves, nothing that could have been meant as an effect. */
const ofPhones = ['deviceId', 'deviceType', 'deviceToken', 'fcmToken', 'platform', 'appVersion', 'osVersion'];

/** As `refuseUnread`, of an operation of the published API. */
export const refuseUnreadOfUser = (sent: unknown, read: unknown, known: readonly string[] = []): void =>
  refuseUnread(sent, read, [...known, ...ofPhones]);

export const withoutPhone = (sent: unknown): unknown =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)
    ? Object.fromEntries(Object.entries(sent).filter(([name]) => !ofPhones.includes(name)))
    : sent;

/** Fields of what is answered may be sent back: a client changes what it has read. */
const fieldsOf = (schema: z.core.$ZodType): string[] => {
  if (schema instanceof z.ZodIntersection) return [...fieldsOf(schema.def.left), ...fieldsOf(schema.def.right)];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
};

/** @throws Failure `parameter` for a parameter of the query that a change does not have: it would be made as if nothing had been asked. */
const refuseUnreadQuery = (row: Endpoint, query: object): void => {
  const known = new Set([...Object.keys(row.query?.shape ?? {}), 'jwt']);
  const name = Object.keys(query).find((one) => !known.has(one));
  if (name === undefined) return;
  const path = name.slice(0, MOST_PATH);
  const message = `${path} is no parameter here`;
  throw new Failure('parameter', message, { errors: [{ path, message }] });
};

/** @throws Failure `parameter` for a parameter whose bytes are no UTF-8: it would be read as other letters than were sent. */
const refuseNoText = ({ notText }: AskedQuery): void => {
  if (notText === undefined) return;
  const path = notText.slice(0, MOST_PATH);
  const message = path === '' ? 'query has a name that is not valid UTF-8' : `${path} is not valid UTF-8`;
  throw new Failure('parameter', message, { errors: [{ path, message }] });
};

/** @throws Failure `schema` for a change of nothing. */
const refuseEmpty = (sent: unknown): void => {
  const names = typeof sent === 'object' && sent !== null ? Object.keys(sent) : [];
  if (names.every((name) => name === 'version')) throw new Failure('schema', 'body names nothing to change');
};

/**
 * Parses what a row declares, in the order headers, path, query, body.
 * Text with control characters or halves of characters is refused everywhere, so that none is stored, shown or logged.
 * @throws Failure `parameter` (1403) for the first three, `badRequest` for a repeated single value, `schema` (1430) for the body.
 */
export const parseInput = (row: Endpoint, raw: RawRequest): Input => {
  const input: Input = {};
  const parse = (part: RequestPart, schema: z.ZodType, sent: unknown): void => {
    const unfit = unfitValue(sent);
    if (unfit) {
      const message = `${unfit.path || part} ${unfit.reason}`;
      throw new Failure(part === 'body' ? 'schema' : 'parameter', message, { errors: [{ path: unfit.path, message }] });
    }
    input[part] = parsePart(part, schema, sent);
  };
  if (row.headers) parse('headers', row.headers, pickHeaders(row.headers, raw.headers));
  if (row.params) parse('params', row.params, raw.params);
  if (row.query && raw.asked.parsed !== undefined) input.query = raw.asked.parsed;
  else if (row.query) {
    refuseNoText(raw.asked);
    parse('query', row.query, dropEmpty(raw.asked.query, row.emptyIsFault));
    raw.asked.accept(input.query);
  }
  // the published API ignores them: programs add a time against caches, or facts of their phone
  if (row.base !== 'user' && (row.method !== 'get' || row.writes)) refuseUnreadQuery(row, raw.asked.query);
  if (row.body) parse('body', row.body, raw.body);
  if (row.method === 'patch' && row.body instanceof z.ZodObject) refuseEmpty(raw.body);
  const refuse = row.base === 'user' ? refuseUnreadOfUser : refuseUnread;
  // what is replaced is sent as it was read; a change of parts names what it changes, and `active: false` is meant
  const answered = row.method === 'patch' && row.base !== 'user' ? [] : fieldsOf(row.reply);
  if (row.body && !row.open) refuse(raw.body, input.body, answered);
  return input;
};

/** @throws Failure `server` when a handler's answer is not what the row publishes. */
export const checkReply = (row: Endpoint, schema: z.ZodType | undefined, answer: unknown): unknown => {
  const checked = schema?.safeParse(answer);
  if (checked?.success) return checked.data;
  throw new Failure('server', `${row.method} ${row.path}: answer does not fit its schema`, { cause: checked?.error });
};
