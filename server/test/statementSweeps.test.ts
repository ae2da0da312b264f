import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ManualClock } from '../core/clock.ts';
import { Failure } from '../core/fail.ts';
import { SLOT_MS } from '../core/slots.ts';
import { migrate } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { rawConnectionOf, Writer } from '../db/writer.ts';
import type { AuditEntry } from '../features/audit/model.ts';
import { AuditService } from '../features/audit/service.ts';
import { AuditStore } from '../features/audit/store.ts';
import { startAuth } from './authRig.ts';
import { type DiskFault, diskFaults, FailingStatements } from './failingStatements.ts';
import { silent } from './httpRig.ts';
import { newAlarm, OutboxRig } from './outboxRig.ts';
import { ReadingsRig } from './readingsRig.ts';
import { TestPlant } from './testPlant.ts';

/** Each story is told once whole, and then once for each of its writes, which fails. */
const statements = new FailingStatements();
afterAll(() => statements.restore());

/** @returns how many writes were tried. */
const sweep = async (fault: DiskFault, tell: (fault: DiskFault, at: number) => Promise<unknown>): Promise<number> => {
  const whole = await tell(fault, 0);
  for (let at = 1; ; at += 1) {
    const found = await tell(fault, at);
    if (statements.struck === '') return at - 1;
    expect(found, `write ${at}: ${statements.struck}`).toEqual(whole);
  }
};

/** What asks again when it is refused, as a client does, or the next slot. */
const untilDone = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch {
    return work();
  }
};

describe.each(diskFaults)('%s in each write', (kind) => {
  it('of the outbox: every message goes out once, and its outcome is known', async () => {
    const settings = {
      channels: {
        email: { enabled: true, minPriority: 4, recipients: ['asha@plant.example'] },
        sms: { enabled: true, minPriority: 2, recipients: ['919820098200'] },
        push: { enabled: true, minPriority: 4 },
      },
      escalation: [{ afterMinutes: 10, recipients: ['919820098201', 'horn:wp-horn'] }],
    };
    const tell = async (fault: DiskFault, at: number): Promise<object> => {
      const rig = new OutboxRig(settings);
      try {
        statements.arm(rawConnectionOf(rig.storage.writer), fault, at);
        const [first] = await untilDone(() => rig.raise(newAlarm('T1')));
        const refusing = async (): Promise<void> => {
          throw new Failure('unavailable', 'the modem does not answer');
        };
        rig.sms.act = refusing;
        rig.push.act = async () => {
          throw new Failure('notFound', 'this phone is gone');
        };
        await rig.work();
        rig.sms.act = async () => undefined;
        await rig.after(1);
        const [second] = await untilDone(() => rig.raise(newAlarm('T2')));
        await rig.work();
        rig.outbox.confirm('DEMO', second?.id ?? '', 'asha');
        for (let minute = 0; minute < 12; minute += 1) {
          rig.clock.advance(60_000);
          await rig.escalation.check().catch(() => undefined);
          await rig.work();
        }
        statements.disarm();
        await rig.escalation.check();
        await rig.after(1);
        return {
          email: rig.email.sent.map(({ message }) => message.title),
          sms: rig.sms.sent.map(({ to, message }) => `${to} ${message.sms}`),
          push: rig.push.sent.map(({ to }) => to),
          horns: rig.horns,
          deliveries: [first, second].map(
            (alarm) =>
              alarm &&
              rig
                .deliveries(alarm)
                .map((one) => JSON.stringify(one))
                .toSorted(),
          ),
          steps: [first, second].map((alarm) =>
            rig.alarms.steps(alarm?.id ?? '').map(({ kind: step, note }) => `${step} ${note}`),
          ),
        };
      } finally {
        statements.disarm();
        await rig.close();
      }
    };
    expect(await sweep(kind, tell)).toBeGreaterThan(20);
  });

  it('of the audit log: each entry is there once, with its change, and the chain is whole', async () => {
    const entry = (subject: string): AuditEntry => ({
      ...{ kind: 'unit.change', industryId: 'DEMO', userId: 'u1', outcome: 'done', subject },
    });
    const tell = async (fault: DiskFault, at: number): Promise<object> => {
      const folder = mkdtempSync(join(tmpdir(), 'headworks-sweep-'));
      const clock = new ManualClock(Date.parse('2026-11-10T03:30:00Z'));
      const { sqlite } = openDatabase(join(folder, 'headworks.db'));
      migrate(sqlite, clock);
      const writer = new Writer(sqlite);
      const audit = new AuditService({ store: new AuditStore(writer, sqlite), clock, log: silent });
      const joinAs = (id: string): Promise<void> =>
        audit.carryOut(
          entry(id),
          async () => {
            writer.run((tx) => tx.run(tx.query.insertInto('industry').values({ id, name: id, joined_at: 0 })));
          },
          () => [{ after: { id } }],
        );
      try {
        statements.arm(sqlite, fault, at);
        await untilDone(() => audit.record(entry('recorded')));
        await untilDone(() => joinAs('A'));
        await untilDone(() => Promise.resolve(writer.run((tx) => audit.append(tx, entry('appended')))));
        await untilDone(() => joinAs('B'));
        for (let times = 0; times < 3; times += 1) audit.gather({ ...entry('refused'), outcome: 'refused', ip: '10.0.0.9' });
        await audit.stop();
        statements.disarm();
        // a second stop writes what the first could not
        await audit.stop();
        return {
          rows: audit
            .list({}, undefined, 50)
            .map(({ subject, count, outcome, after }) => ({ subject, count, outcome, after }))
            .toSorted((a, b) => String(a.subject).localeCompare(String(b.subject))),
          industries: sqlite.prepare('select id from industry order by id').pluck().all(),
          pending: sqlite.prepare('select count(*) from audit_pending').pluck().get(),
          ok: (await audit.verify()).ok,
        };
      } finally {
        statements.disarm();
        sqlite.close();
        rmSync(folder, { recursive: true, force: true });
      }
    };
    expect(await sweep(kind, tell)).toBeGreaterThan(10);
  });

  it('of sessions: who is refused asks again with the same token, and nobody is logged out by it', async () => {
    const tell = async (fault: DiskFault, at: number): Promise<object> => {
      const rig = await startAuth();
      try {
        await rig.addUser();
        statements.arm(rig.db.sqlite, fault, at);
        const asked = async (ask: () => ReturnType<typeof rig.login>) => {
          const first = await ask();
          if (first.status < 500) return first;
          expect([507, 503]).toContain(first.status);
          return ask();
        };
        const wrong = await asked(() => rig.login({ password: 'wrong' }));
        const login = await asked(() => rig.login());
        const { access_token, refresh_token } = login.body as { access_token: string; refresh_token: string };
        const other = await asked(() => rig.login({ 'x-device-id': 'phone' }));
        rig.clock.advance(8 * 86_400_000);
        const renewed = await asked(() =>
          rig.ask('/api/user/user/refresh', { headers: { authorization: `Bearer ${refresh_token}` } }),
        );
        const fresh = renewed.body as { access_token: string };
        const out = await asked(() => rig.call('DELETE', '/api/user/user/logout', fresh.access_token));
        const again = await asked(() => rig.login({ password: 'wrong again' }));
        statements.disarm();
        const after = await rig.call('GET', '/api/plant/me/sessions', fresh.access_token);
        return {
          statuses: [wrong, login, other, renewed, out, again, after].map(({ status }) => status),
          wasGiven: access_token !== '',
          sessions: rig.db.sqlite.prepare('select status, ended_by from session order by 1, 2').all(),
          attempts: rig.db.sqlite.prepare('select scope, used from attempt order by 1, 2').all(),
        };
      } finally {
        statements.disarm();
        await rig.stop();
      }
    };
    expect(await sweep(kind, tell)).toBeGreaterThan(5);
  });

  it('of the ledger of counters: each event is there once, with the volume that it explains', async () => {
    const FIRST = 5_900_000;
    const meter = { modulus: 100_000, basePerCount: 1000, maxPerHour: 1200, backDeadband: 1 };
    /** A steady flow with a reset, a reading that cannot be, a display that goes back a little, a gap and a turn-over. */
    const raws = [99_900, 99_910, 99_920, 0, 10, 20, 90_000, 30, 40, 36, 50, null, null, 80, 90, 100, 5, 15, 25, 35];
    const tell = async (fault: DiskFault, at: number): Promise<object> => {
      const plant = new TestPlant({ timezone: 'UTC', startAt: '00:00:00' })
        .addCategory('SOURCE_CATEGORY', ['s'])
        .addUnit({ id: 'in', type: 'flow', subCategoryId: 's', meta: { meter } });
      const rig = new ReadingsRig(plant, FIRST * SLOT_MS);
      try {
        rig.start(['in.volume']);
        statements.arm(rig.connection.sqlite, fault, at);
        for (const [slot, raw] of raws.entries()) {
          if (slot === 14) rig.clock.stepWall(-10 * 60_000);
          await rig.slot(FIRST + slot, { 'in.volume': raw });
        }
        await rig.ingest.flush();
        statements.disarm();
        for (const slot of [0, 1, 2]) await rig.slot(FIRST + raws.length + slot, { 'in.volume': 45 + 10 * slot });
        const id = rig.id('in', 'volume');
        const { values, quality } = rig.reader.slots(id, FIRST, FIRST + raws.length + 3);
        return {
          values: [...values],
          quality,
          events: rig.reader
            .counterEvents([id], 0, 1e9)
            .map(({ kind: what, slot, before, after }) => ({ what, slot, before, after })),
        };
      } finally {
        statements.disarm();
        await rig.close();
      }
    };
    expect(await sweep(kind, tell)).toBeGreaterThan(20);
  });
});
