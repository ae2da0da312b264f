import type { Permission } from '../../../contract/permissions.ts';
import type { Clock } from '../../../core/clock.ts';
import { Failure } from '../../../core/fail.ts';
import { SLOT_MS } from '../../../core/slots.ts';
import { MINUTE_MS } from '../../../core/time.ts';
import type { WriteTx } from '../../../db/writer.ts';
import type { Calendars, UnitDirectory } from '../../../plantModel/index.ts';
import type { UserDirectory } from '../../auth/index.ts';
import { isGeneral } from '../answers.ts';
import { type AlarmRecord, type AlarmStep, type AlertCategory, isShelved, type PushTokenSource } from '../model.ts';
import { alarmKey } from '../subject.ts';
import type { AlarmStateStore } from './alarmStateStore.ts';
import type { Alarms } from './alarms.ts';
import type { AlertEngine } from './engine.ts';
import { acknowledge, type ConditionState, resolve, shelve } from './machine.ts';
import type { MaintenanceWindows } from './maintenance.ts';
import { POSTED, postedAtMs, postedNumbers } from './posted.ts';
import { FAULT, returnedFaults, shelvedAhead } from './returnedFaults.ts';
import { wordAlarm, wordReported } from './texts.ts';

export type AlarmServiceParts = {
  directory: UnitDirectory;
  calendars: Calendars;
  users: UserDirectory;
  alarms: Alarms;
  engine: AlertEngine;
  store: AlarmStateStore;
  pushTokens: PushTokenSource;
  maintenance: MaintenanceWindows;
  testIndustries: readonly string[];
  clock: Clock;
};

type Person = { userId: string; username: string; industryId: string; permissions: ReadonlySet<Permission> };
type PostedAlert = {
  unitId: string;
  type: string;
  createdOn: string;
  meta: { alertType: AlertCategory } & Record<string, number | string>;
};

type Changed = { record: AlarmRecord; state?: (state: ConditionState) => ConditionState };

const unshelved = (record: AlarmRecord): Changed => ({
  record: { ...record, shelvedUntilMs: null },
  state: (state) => shelve(state, null),
});

/** What people and other programs do with alarms; each change is stored with the engine's state in one transaction. */
export class AlarmService {
  readonly #parts: AlarmServiceParts;

  constructor(parts: AlarmServiceParts) {
    this.#parts = parts;
  }

  /**
   * Acknowledges (isRead) all, or none when one is unknown or not the person's to acknowledge; the first person to do so is kept.
   * Who lacks ALERTS may mark general notifications that were given to them, and no others.
   * @throws Failure `notFound` or `permission`.
   */
  async acknowledgeAll(by: Person, ids: readonly string[]): Promise<void> {
    await this.#change(by.industryId, ids, { kind: 'acknowledged', userId: by.userId, note: '' }, (record, nowMs) => {
      if (!by.permissions.has('ALERTS') && !(isGeneral(record) && record.assignees.includes(by.userId)))
        throw new Failure('permission', 'Permission ALERTS required');
      if (record.ackedAtMs !== null) return undefined;
      return {
        record: { ...record, ackedAtMs: nowMs, ackedBy: by.userId },
        state: (state) => acknowledge(state, Math.floor(nowMs / SLOT_MS)),
      };
    });
  }

  /** Closed by a person, whether or not it is still active. @throws Failure `notFound`, also for a person of another industry. */
  async resolve(by: Person, id: string, assigneeId: string): Promise<void> {
    this.#person(by.industryId, assigneeId);
    await this.#change(by.industryId, [id], { kind: 'resolved', userId: by.userId, note: '' }, (record, nowMs) => {
      if (record.resolvedAtMs !== null) return undefined;
      const seen = { ackedAtMs: record.ackedAtMs ?? nowMs, ackedBy: record.ackedBy ?? by.userId };
      // nothing but a person ends what another program reported
      const clearedAtMs = record.param === POSTED ? (record.clearedAtMs ?? nowMs) : record.clearedAtMs;
      return { record: { ...record, ...seen, clearedAtMs, resolvedAtMs: nowMs, resolvedBy: by.userId }, state: resolve };
    });
  }

  /** @throws Failure `notFound`. */
  async assign(by: Person, id: string, assigneeId: string): Promise<void> {
    const assignee = this.#person(by.industryId, assigneeId);
    await this.#transaction(by.industryId, (tx) => {
      const record = this.#known(by.industryId, id);
      const assignees = [...new Set([...record.assignees, assigneeId])];
      const body = `${by.username} assigned "${record.title}" to ${assignee}`;
      this.#parts.alarms.assigned(
        tx,
        { ...record, assignees },
        { kind: 'assigned', userId: by.userId, note: assigneeId },
        { body, assigneeId },
      );
    });
  }

  /** @throws Failure `notFound`, also when the person does not have it. */
  async unassign(by: Person, id: string, assigneeId: string): Promise<void> {
    await this.#change(by.industryId, [id], { kind: 'unassigned', userId: by.userId, note: assigneeId }, (record) => {
      if (!record.assignees.includes(assigneeId)) throw new Failure('notFound', 'the alarm is not assigned to this user');
      return { record: { ...record, assignees: record.assignees.filter((one) => one !== assigneeId) } };
    });
  }

  /** Shelves until a time; no reminders of an active alarm before then. @throws Failure `notFound`. */
  async shelve(by: Person, id: string, minutes: number, reason: string): Promise<void> {
    await this.#change(by.industryId, [id], { kind: 'shelved', userId: by.userId, note: reason }, (record, nowMs) => {
      const untilMs = nowMs + minutes * MINUTE_MS;
      return {
        record: { ...record, shelvedUntilMs: untilMs },
        state: (state) => shelve(state, Math.ceil(untilMs / SLOT_MS)),
      };
    });
  }

  async unshelve(by: Person, id: string): Promise<void> {
    await this.#change(by.industryId, [id], { kind: 'unshelved', userId: by.userId, note: '' }, unshelved);
  }

  /** Ends what was shelved while the clock was ahead: it would be put aside for as long as that. */
  async unshelveAhead(): Promise<void> {
    const { directory, alarms, clock } = this.#parts;
    for (const { id: industryId } of directory.industries()) {
      const ids = shelvedAhead(alarms, industryId, clock.now());
      const step = { kind: 'unshelved', userId: null, note: 'The clock was set back.' } as const;
      if (ids.length > 0) await this.#change(industryId, ids, step, unshelved);
    }
  }

  async comment(by: Person, id: string, text: string): Promise<void> {
    await this.#change(by.industryId, [id], { kind: 'comment', userId: by.userId, note: text }, (record) => ({ record }));
  }

  /**
   * An event that another program reports.
   * @throws Failure `badRequest` for a time of another form, one that does not exist or one to come, `notFound` for the unit.
   */
  async post(industryId: string, { unitId, type, createdOn, meta }: PostedAlert): Promise<AlarmRecord> {
    const { directory, clock, alarms, calendars, engine } = this.#parts;
    const calendar = calendars.of(industryId);
    const atMs = postedAtMs(createdOn, clock.now(), (ms) => calendar.dateOf(ms));
    const unit = directory.unit(industryId, unitId);
    if (!unit) throw new Failure('notFound', 'unit not found');
    const { alertType: category, ...numbers } = meta;
    const settings = (await engine.evaluator(industryId)).settings.categories[category];
    const key = alarmKey(unit.id, category, { param: `${POSTED}:${type}`, direction: '', period: '' });
    return this.#transaction(industryId, (tx) => {
      const open = alarms.openOfKey(industryId, key);
      const shown = postedNumbers(numbers, open);
      const said = wordReported(unit.name, type, category, shown.meta);
      if (open) return alarms.rejoin(tx, { ...open, ...said, ...shown }, shown.value, false);
      return alarms.raise(tx, {
        industryId,
        unitId: unit.id,
        category,
        alertType: type,
        key,
        param: POSTED,
        date: calendar.dateOf(atMs),
        ...said,
        priority: settings.priority,
        insight: false,
        ...shown,
        raisedAtMs: atMs,
        late: false,
      });
    });
  }

  /** Something of the plant itself that is wrong, such as a valve: announced once until it is over, and again when it comes back, but while it is shelved. */
  async raiseFault(industryId: string, { key, name, text }: { key: string; name: string; text: string }): Promise<void> {
    const { alarms, calendars, engine, clock } = this.#parts;
    const raisedAtMs = clock.now();
    // reads the settings that decide who is notified
    await engine.evaluator(industryId);
    await this.#transaction(industryId, (tx) => {
      const said = { ...wordAlarm('fault', { unit: name, fault: text }), meta: { unit: name, fault: text, text: 'fault' } };
      const open = alarms.openOfKey(industryId, key);
      // one that was over and not seen yet is open too
      const isOver = open !== undefined && open.clearedAtMs !== null;
      if (open && !isOver && open.meta?.fault === text) return;
      if (open) return void alarms.rejoin(tx, { ...open, ...said }, null, isOver && !isShelved(open, raisedAtMs));
      alarms.raise(tx, {
        industryId,
        unitId: '',
        category: 'device_status',
        alertType: 'device_status_alert',
        key,
        param: FAULT,
        date: calendars.of(industryId).dateOf(raisedAtMs),
        ...said,
        priority: 2,
        insight: false,
        value: null,
        threshold: null,
        raisedAtMs,
        late: false,
      });
    });
  }

  async endFault(industryId: string, key: string): Promise<void> {
    await this.#transaction(industryId, (tx) => {
      const open = this.#parts.alarms.openOfKey(industryId, key);
      if (open && open.clearedAtMs === null)
        this.#parts.alarms.clear(tx, open, this.#parts.clock.now(), 'It is as it should be.');
    });
  }

  /** Faults that came back while they were shelved, once that is over and they last. */
  async announceReturned(): Promise<void> {
    const { directory, alarms, clock } = this.#parts;
    for (const { id: industryId } of directory.industries()) {
      const returned = returnedFaults(alarms, industryId, clock.now());
      if (returned.length === 0) continue;
      await this.#transaction(industryId, (tx) => {
        for (const record of returned) alarms.remind(tx, { ...record, shelvedUntilMs: null });
      });
    }
  }

  /** Work at a unit from now on; 0 minutes end it. @throws Failure `notFound`, also when there is nothing to end. */
  async maintain({ industryId, userId }: Person, unitId: string, minutes: number, reason: string): Promise<void> {
    const { directory, maintenance } = this.#parts;
    if (!directory.unit(industryId, unitId)) throw new Failure('notFound', 'unit not found');
    try {
      await this.#transaction(industryId, (tx) => {
        const wasOpen = maintenance.declare(tx, industryId, { unitId, reason, userId }, minutes);
        if (minutes === 0 && !wasOpen) throw new Failure('notFound', 'no maintenance is declared at this unit');
      });
    } finally {
      maintenance.reread(industryId);
    }
  }

  keepPushToken(owner: Person, deviceId: string, token: string): Promise<void> {
    return this.#transaction(owner.industryId, (tx) =>
      this.#parts.pushTokens.keep(tx, owner, { deviceId, token }, this.#parts.clock.now()),
    );
  }

  /** @throws Failure `notFound`. */
  find(industryId: string, id: string): { record: AlarmRecord; steps: AlarmStep[] } {
    const record = this.#known(industryId, id);
    return { record, steps: this.#parts.alarms.steps(id) };
  }

  #known(industryId: string, id: string): AlarmRecord {
    const record = this.#parts.alarms.find(industryId, id);
    if (!record) throw new Failure('notFound', 'alarm not found');
    return record;
  }

  #person(industryId: string, userId: string): string {
    const user = this.#parts.users.user(userId);
    if (user?.industryId !== industryId) throw new Failure('notFound', 'user not found');
    return user.name || user.username;
  }

  async #change(
    industryId: string,
    ids: readonly string[],
    step: Omit<AlarmStep, 'at'>,
    change: (record: AlarmRecord, nowMs: number) => Changed | undefined,
  ): Promise<void> {
    const { alarms, engine, clock } = this.#parts;
    const evaluator = await engine.evaluator(industryId);
    await this.#transaction(industryId, (tx) => {
      const nowMs = clock.now();
      for (const before of [...new Set(ids)].map((id) => this.#known(industryId, id))) {
        const changed = change(before, nowMs);
        if (!changed) continue;
        alarms.change(tx, changed.record, step);
        if (changed.state) evaluator.change(tx, changed.record, changed.state);
      }
    });
  }

  async #transaction<T>(industryId: string, write: (tx: WriteTx) => T): Promise<T> {
    const { store, alarms, engine } = this.#parts;
    try {
      const answer = store.transaction(write);
      alarms.publishPending();
      return answer;
    } catch (error) {
      alarms.forget();
      // what was changed in memory and not stored is read again
      engine.reread(industryId);
      throw error;
    }
  }
}
