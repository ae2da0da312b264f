import WebSocket from 'ws';
import type { z } from 'zod';
import { bases, type Endpoint } from '../contract/endpoint.ts';
import { plantEndpoints, userEndpoints } from '../contract/index.ts';
import { type Ask, askPort, type Reply } from './httpRig.ts';
import type { idsOf } from './twinIndustries.ts';
import { startWholePlant, type Username, type WholePlant } from './wholePlant.ts';

/** Who asks: a user of each role, and tokens that open nothing. */
export const askers = [
  'admin',
  'operator',
  'technician',
  'viewer',
  'north',
  'staff',
  'disabled',
  'none',
  'expired',
  'refresh',
] as const;
export type Asker = (typeof askers)[number];

export const endpoints: readonly Endpoint[] = [...userEndpoints, ...plantEndpoints];
/** `GET /api/plant/units/{id}`, by which the tables name a row. */
export const nameOf = ({ method, base, path }: Endpoint): string => `${method.toUpperCase()} ${bases[base]}${path}`;

export type Tokens = { access_token: string; refresh_token: string };
export type PolicyRig = {
  plant: WholePlant;
  tokens: Readonly<Record<Asker, string | undefined>>;
  ask(path: string, options?: Ask): Promise<Reply>;
  login(username: Username): Promise<Tokens>;
  stop(): Promise<void>;
};

const HOUR_MS = 3_600_000;

export const askAt = (url: string, path: string, options?: Ask): Promise<Reply> =>
  askPort(Number(new URL(url).port), path, options);

export const loginAt = async (url: string, username: Username): Promise<Tokens> => {
  const headers = { LoginType: 'DEFAULT', username, password: `demo-${username}` };
  const { status, body, text } = await askAt(url, '/api/user/user/login', { headers });
  if (status !== 200) throw new Error(`${username} cannot log in: ${text}`);
  return body as Tokens;
};

/** The whole server with a token of every kind, each got in the ordinary way. */
export const startPolicyRig = async (): Promise<PolicyRig> => {
  const plant = await startWholePlant();
  const login = (username: Username): Promise<Tokens> => loginAt(plant.url(), username);
  plant.setOffset(-5 * HOUR_MS);
  const expired = (await login('viewer')).access_token;
  plant.setOffset(0);
  const disabled = (await login('disabled')).access_token;
  await plant.restart("update user set disabled = 1 where username = 'disabled'");
  const of = async (username: Username): Promise<string> => (await login(username)).access_token;
  const tokens = {
    admin: await of('admin'),
    operator: await of('operator'),
    technician: await of('technician'),
    viewer: await of('viewer'),
    north: await of('north'),
    staff: await of('staff'),
    disabled,
    none: undefined,
    expired,
    refresh: (await login('admin')).refresh_token,
  };
  return { plant, tokens, login, ask: (path, options) => askAt(plant.url(), path, options), stop: () => plant.stop() };
};

export const bearer = (token: string | undefined): Record<string, string> =>
  token === undefined ? {} : { authorization: `Bearer ${token}` };

/** What a thing is called in the path before its id. */
const idNames: Record<string, keyof ReturnType<typeof idsOf>> = {
  units: 'unitId',
  connections: 'connectionId',
  devices: 'deviceId',
  tags: 'tagId',
  categories: 'categoryId',
  'sub-categories': 'subCategoryId',
  users: 'userId',
  issuers: 'issuerId',
  templates: 'templateId',
  'loop-tests': 'loopTestId',
  'write-points': 'writePointId',
  commands: 'commandId',
  window: 'deviceId',
};

type Ids = ReturnType<typeof idsOf>;
const isId = (name: string, ids: Ids): name is keyof Ids => Object.hasOwn(ids, name);

/** The path of a row with ids of an industry in the places of its parameters. */
export const pathOf = ({ base, path }: Endpoint, ids: Ids): string =>
  bases[base] +
  path.replace(/(?:([^/]+)\/)?\{(\w+)\}/g, (_, before: string | undefined, name: string) => {
    const known = isId(name, ids) ? name : idNames[before ?? ''];
    return `${before === undefined ? '' : `${before}/`}${known ? ids[known] : 'something'}`;
  });

/** Shift days of the industries begin at 06:00 of India, so many ms after the day of UTC. */
export const DAY_BEGINS_MS = 30 * 60_000;
const today = (): string => new Date(Date.now() - DAY_BEGINS_MS).toISOString().slice(0, 10).split('-').reverse().join('/');

/** The query parameters that a row declares: ids of an industry, and values that fit for the rest that are known here. */
export const queryOf = ({ query }: Endpoint, ids: Ids & { day?: string }): string => {
  // the day of what an industry was given, which just after its shift began is the day before
  const day = ids.day ?? today();
  const plausible: Record<string, string> = {
    date: day,
    featureData: 'GWI,scadaWaterBalance',
    date1: day,
    category: 'ID_SOURCE',
    isStandardCategory: 'false',
    // a workbook is packed: what it holds cannot be looked for
    format: 'json',
  };
  const sent = new URLSearchParams();
  for (const [name, schema] of Object.entries(query?.shape ?? {})) {
    const value = isId(name, ids) ? ids[name] : plausible[name];
    if (value !== undefined && (schema as z.ZodType).safeParse(value).success) sent.set(name, value);
  }
  return sent.size > 0 ? `?${sent}` : '';
};

/** What a client receives on the live channel after it sent some messages: each message, and the close code, HTTP status of a refusal. */
export const listen = (
  url: string,
  token: string | undefined,
  messages: readonly object[],
): Promise<{ refused: number | undefined; received: { type: string; industryId?: string }[]; text: string }> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/api/user/live`, token === undefined ? [] : ['bearer', token]);
    const received: { type: string; industryId?: string }[] = [];
    let refused: number | undefined;
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    const finish = (): void => {
      clearTimeout(quiet);
      socket.terminate();
      resolve({ refused, received, text });
    };
    socket.on('open', () => {
      for (const message of messages) socket.send(JSON.stringify(message));
      // an answer to a ping says that everything before it was dealt with
      socket.ping();
    });
    socket.on('pong', () => {
      quiet = setTimeout(finish, 20);
    });
    socket.on('message', (data) => {
      text += data.toString();
      received.push(JSON.parse(data.toString()));
    });
    socket.on('unexpected-response', (_request, response) => {
      refused = response.statusCode;
      finish();
    });
    socket.on('close', (code) => {
      if (code >= 4000) refused = code - 4000;
      finish();
    });
    socket.on('error', (error) => (refused === undefined ? reject(error) : finish()));
  });
