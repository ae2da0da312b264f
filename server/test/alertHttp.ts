import type { Endpoint } from '../contract/endpoint.ts';
import { plantAlarmEndpoints } from '../contract/plant/alarms.ts';
import { plantChannelEndpoints } from '../contract/plant/channels.ts';
import { alertEndpoints } from '../contract/user/alerts.ts';
import { notificationEndpoints } from '../contract/user/notifications.ts';
import type { Reply } from './httpRig.ts';
import { askAt, bearer, loginAt, nameOf } from './policyRig.ts';
import { startWholePlant, type Username, type WholePlant } from './wholePlant.ts';

const rows: readonly Endpoint[] = [...alertEndpoints, ...notificationEndpoints, ...plantAlarmEndpoints, ...plantChannelEndpoints];

// biome-ignore lint/suspicious/noExplicitAny: bodies are looked into freely
export type Body = any;
export type Answer = { status: number; body: Body };
type Asked = { as?: Username | 'nobody'; body?: object | string; headers?: Record<string, string> };

export type AlertHttp = {
  plant: WholePlant;
  /** Paths from `/alerts` on are of the User API, from `/alarms`, `/channels` and `/deliveries` on of the plant's. */
  call(method: string, path: string, asked?: Asked): Promise<Answer>;
  get(path: string, as?: Username | 'nobody'): Promise<Answer>;
  /** An event of another program; @returns the notification's id. */
  post(fields?: { unitId?: string; type?: string; createdOn?: string; meta?: object }, as?: Username): Promise<string>;
  token(username: Username): Promise<string>;
  stop(): Promise<void>;
};

const isOf = (row: Endpoint, method: string, path: string): boolean => {
  const pattern = new RegExp(`^${nameOf(row).replace(/\{\w+\}/g, '[^/]+')}$`);
  return pattern.test(`${method} ${path}`);
};

/** The first row that a path fits, for `metrics` goes before an id. */
const rowOf = (method: string, path: string): Endpoint | undefined => rows.find((row) => isOf(row, method, path));

/** Every answer of success is checked against its row, strictly enough to find a field that is not published. */
const checked = (method: string, path: string, { status, body, text }: Reply): Answer => {
  const row = rowOf(method, path);
  if (!row) throw new Error(`no row for ${method} ${path}`);
  if (status >= 300) return { status, body };
  const schema = status === 201 ? (row.reply201 ?? row.reply) : row.reply;
  const parsed = schema?.parse(body);
  if (JSON.stringify(parsed).length !== JSON.stringify(body).length) throw new Error(`more than was published: ${text}`);
  return { status, body };
};

/** The whole server, with users of every role, asked as their programs would. */
export const startAlertHttp = async (): Promise<AlertHttp> => {
  const plant = await startWholePlant();
  const tokens = new Map<Username, Promise<string>>();
  const token = (username: Username): Promise<string> => {
    const known = tokens.get(username) ?? loginAt(plant.url(), username).then(({ access_token }) => access_token);
    tokens.set(username, known);
    return known;
  };
  const call: AlertHttp['call'] = async (method, path, { as = 'admin', body, headers = {} } = {}) => {
    const base = /^\/(alarms|alarm-metrics|alarm-maintenance|channels|deliveries)/.test(path) ? '/api/plant' : '/api/user';
    const shown = as === 'nobody' ? {} : bearer(await token(as));
    const json: Record<string, string> = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
    const reply = await askAt(plant.url(), `${base}${path}`, {
      method,
      headers: { ...shown, ...json, ...headers },
      ...(body !== undefined && { body }),
    });
    return checked(method, `${base}${path.replace(/\/?(\?.*)?$/s, '')}`, reply);
  };
  return {
    plant,
    call,
    token,
    get: (path, as = 'admin') => call('GET', path, { as }),
    post: async (fields = {}, as = 'admin') => {
      const { status, body } = await call('POST', '/alerts', { as, body: someAlert(fields) });
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
      return body.notificationId;
    },
    stop: () => plant.stop(),
  };
};

export const someAlert = (fields: object = {}): object => ({
  unitId: 'demo-flow',
  type: 'unit_threshold_alert',
  createdOn: '2026-03-10T06:00:00Z',
  meta: { alertType: 'unit_threshold', value: 12.5, threshold: 10 },
  ...fields,
});
