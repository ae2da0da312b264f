import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type PlantServer, until } from './plantServer.ts';

const SLOT_MS = 300_000;
const UNIT = 'demo-flow';
const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** What the clients need of a server, wherever it runs. */
export type WrittenServer = Pick<PlantServer, 'folder' | 'login' | 'ask'>;

/** Clients that write alarms, comments and readings, and remember what was acknowledged to them. */
export class Writers {
  /** Texts that were acknowledged, each in one row: what was written, and when the answer came. */
  readonly acknowledged = new Map<string, { kind: string; atMs: number }>();
  /** How often each status was answered; 0 where the connection was cut. */
  readonly statuses = new Map<number, number>();
  readonly #server: WrittenServer;
  #token = '';
  #alarmId = '';
  #readings = 0;
  /** Where readings begin, counted backwards from: one slot for all, so that no two readings share one when the clock enters the next. */
  readonly #latestSlot = Math.floor(Date.now() / SLOT_MS) - 3;
  #isOn = false;
  #clients: Promise<void>[] = [];

  constructor(server: WrittenServer) {
    this.#server = server;
  }

  /** Logs in and raises the alarm that is commented on; the server must be up. */
  async prepare(): Promise<void> {
    this.#token = await this.#server.login('admin');
    if (this.#alarmId !== '') return;
    const { body, text } = await this.#server.ask('/api/user/alerts', this.#token, { method: 'POST', body: alertOf('first') });
    this.#alarmId = (body as { notificationId?: string }).notificationId ?? '';
    if (this.#alarmId === '') throw new Error(`no alarm was raised: ${text}`);
  }

  start(clients = 8): void {
    this.#isOn = true;
    this.#clients = Array.from({ length: clients }, (_, at) => this.#write(at));
  }

  /** So that what follows meets writes under way, however slow the machine is: so many more were acknowledged, or the time is over. */
  async acknowledgeMore(count: number, withinMs = 60_000): Promise<void> {
    const wanted = this.acknowledged.size + count;
    await until(() => this.acknowledged.size >= wanted, withinMs, 5);
  }

  async stop(): Promise<void> {
    this.#isOn = false;
    await Promise.all(this.#clients);
  }

  /** A reading entered by hand. @returns its status. */
  reading(): Promise<number> {
    return this.#send(2);
  }

  /** One write of each kind. @returns their statuses. */
  async once(): Promise<number[]> {
    return [await this.#send(0), await this.#send(1), await this.#send(2)];
  }

  /** Acknowledged texts that the database of a folder does not hold, and what SQLite says of it. */
  lost(folder = this.#server.folder): { lost: number; which: string[]; integrity: string } {
    const sqlite = new Database(join(folder, 'headworks.db'), { readonly: true });
    try {
      const held = new Set([
        ...(sqlite.prepare('select note from alarm_step').pluck().all() as string[]),
        ...(sqlite.prepare("select note from counter_event where kind = 'manual'").pluck().all() as string[]),
        ...(sqlite.prepare('select id from alarm').pluck().all() as string[]),
      ]);
      const all = [...held].join('\n');
      const integrity = String(sqlite.pragma('integrity_check', { simple: true }));
      const lost = [...this.acknowledged].filter(([text]) => !held.has(text) && !all.includes(text));
      return {
        lost: lost.length,
        which: lost.map(([text, { kind, atMs }]) => `${kind} ${text} at ${Math.round(atMs)}`),
        integrity,
      };
    } finally {
      sqlite.close();
    }
  }

  async #write(at: number): Promise<void> {
    for (let turn = at; this.#isOn; turn += 1) if ((await this.#send(turn % 3)) === 0) await wait(20);
  }

  async #send(kind: number): Promise<number> {
    const text: string = randomUUID();
    let status = 0;
    let known = text;
    try {
      if (kind === 0)
        status = await this.#post(`/api/plant/alarms/${this.#alarmId}/comments`, { text }).then((reply) => reply.status);
      else if (kind === 1) {
        const { status: answered, body } = await this.#post('/api/user/alerts', alertOf(text.slice(0, 8)));
        status = answered;
        known = (body as { notificationId?: string } | undefined)?.notificationId ?? text;
      } else {
        this.#readings += 1;
        const from = iso((this.#latestSlot - this.#readings) * SLOT_MS);
        status = (await this.#post('/api/plant/readings/manual', { unitId: UNIT, from, values: [1], note: text })).status;
      }
      if (status >= 200 && status < 300)
        this.acknowledged.set(known, { kind: ['comment', 'alarm', 'reading'][kind] ?? '', atMs: performance.now() });
    } catch {
      status = 0;
    }
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    return status;
  }

  #post(path: string, body: object): ReturnType<PlantServer['ask']> {
    return this.#server.ask(path, this.#token, { method: 'POST', body });
  }
}

const alertOf = (type: string): object => ({
  unitId: UNIT,
  type,
  createdOn: iso(Date.now() - 60_000),
  meta: { alertType: 'flow_rate', value: 7, threshold: 5 },
});

/** `201: 17, 507: 3`. */
export const statusText = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${status === 0 ? 'cut' : status}: ${count}`)
    .join(', ');
