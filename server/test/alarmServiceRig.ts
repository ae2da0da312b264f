import { ManualClock } from '../core/clock.ts';
import { isFailure } from '../core/fail.ts';
import { ShiftCalendar } from '../core/shift.ts';
import type { WriteTx } from '../db/writer.ts';
import { AlarmService, type AlarmServiceParts } from '../features/alarms/lifecycle/alarmService.ts';
import type { NewAlarm } from '../features/alarms/lifecycle/alarms.ts';
import { type ConditionState, idle } from '../features/alarms/lifecycle/machine.ts';
import type { AlarmRecord, AlarmStep } from '../features/alarms/model.ts';
import { settingsWith } from './alertRig.ts';

export const NOW = Date.UTC(2026, 2, 10, 12, 3);
export type Person = Parameters<AlarmService['resolve']>[0];

export const record = (more: Partial<AlarmRecord> = {}): AlarmRecord =>
  ({
    id: 'a',
    industryId: 'DEMO',
    unitId: 'u1',
    category: 'flow_rate',
    key: 'k',
    param: 'flow',
    title: 'Title',
    insight: false,
    value: 1,
    clearedAtMs: null,
    ackedAtMs: null,
    ackedBy: null,
    resolvedAtMs: null,
    resolvedBy: null,
    shelvedUntilMs: null,
    assignees: [],
    ...more,
  }) as AlarmRecord;

export const rigOf = (...records: AlarmRecord[]) => {
  const events: string[] = [];
  const changed: AlarmRecord[] = [];
  const steps: Omit<AlarmStep, 'at'>[] = [];
  const states: ConditionState[] = [];
  const raised: NewAlarm[] = [];
  const rejoined: AlarmRecord[] = [];
  /** Steps of an alarm after it was raised. */
  const said: Record<string, string[]> = {};
  /** When that was. */
  const saidAtMs: Record<string, number> = {};
  const failing = { store: false };
  const open = new Map(records.map((one) => [one.key, one]));
  const service = new AlarmService({
    directory: {
      industries: () => [{ id: 'DEMO' }],
      unit: (industryId: string, id: string) => (industryId === 'DEMO' && id === 'u1' ? { id, name: 'Line' } : undefined),
    },
    calendars: { of: () => new ShiftCalendar([{ validFrom: '2000-01-01', timezone: 'UTC', startAt: '13:00:00' }]) },
    users: {
      user: (id: string) =>
        ({
          asha: { industryId: 'DEMO', name: 'Asha', username: 'asha' },
          ravi: { industryId: 'DEMO', name: '', username: 'ravi' },
          nora: { industryId: 'NORTH', name: 'Nora', username: 'nora' },
        })[id],
    },
    alarms: {
      find: (industryId: string, id: string) => (industryId === 'DEMO' ? records.find((one) => one.id === id) : undefined),
      open: () => records,
      steps: (id: string) =>
        ['raised', ...(said[id] ?? [])].map((kind) => ({ at: saidAtMs[id] ?? 1, kind, userId: null, note: id })),
      openOfKey: (_: string, key: string) => open.get(key),
      change: (_: WriteTx, one: AlarmRecord, step: Omit<AlarmStep, 'at'>) => {
        changed.push(one);
        steps.push(step);
      },
      assigned: (
        _: WriteTx,
        one: AlarmRecord,
        step: Omit<AlarmStep, 'at'>,
        { body, assigneeId }: { body: string; assigneeId: string },
      ) => {
        changed.push(one);
        steps.push(step);
        events.push(`${body} (${assigneeId})`);
      },
      raise: (_: WriteTx, one: NewAlarm) => {
        raised.push(one);
        return one;
      },
      rejoin: (_: WriteTx, one: AlarmRecord, value: number | null, announce: boolean) => {
        events.push(`rejoined ${value} ${announce}`);
        rejoined.push(one);
        return one;
      },
      remind: (_: WriteTx, one: AlarmRecord) => void events.push(`reminded ${one.id} ${one.shelvedUntilMs}`),
      clear: (_: WriteTx, one: AlarmRecord, atMs: number, body: string) =>
        void events.push(`cleared ${one.id} ${atMs - NOW} ${body}`),
      publishPending: () => void events.push('published'),
      forget: () => void events.push('forgot'),
    },
    engine: {
      evaluator: async () => ({
        settings: settingsWith(),
        change: (_: WriteTx, __: AlarmRecord, change: (state: ConditionState) => ConditionState) =>
          void states.push(change({ ...idle, isActive: true, announcedSlot: 5 })),
      }),
      reread: (industryId: string) => void events.push(`reread ${industryId}`),
    },
    store: {
      transaction: <T>(write: (tx: WriteTx) => T): T => {
        const answer = write({} as WriteTx);
        if (failing.store) throw new Error('disk full');
        return answer;
      },
    },
    pushTokens: {
      keep: (_: WriteTx, by: Person, { deviceId, token }: { deviceId: string; token: string }, nowMs: number) =>
        void events.push(`token ${by.userId} ${deviceId} ${token} ${nowMs - NOW}`),
    },
    maintenance: {
      declare: (_: WriteTx, industryId: string, work: { unitId: string; reason: string; userId: string }, minutes: number) => {
        events.push(`work ${industryId} ${work.unitId} ${work.reason} ${work.userId} ${minutes}`);
        return false;
      },
      reread: (industryId: string) => void events.push(`maintenance ${industryId}`),
    },
    testIndustries: [],
    clock: new ManualClock(NOW),
  } as unknown as AlarmServiceParts);
  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return 'done';
    } catch (error) {
      if (!isFailure(error)) throw error;
      return error.code;
    }
  };
  return { service, events, changed, steps, states, raised, rejoined, failing, said, saidAtMs, codeOf };
};
