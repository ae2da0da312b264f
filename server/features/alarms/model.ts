import type { alertCategories } from '../../contract/model/alertCategories.ts';
import { HOUR_MS } from '../../core/time.ts';
import type { WriteTx } from '../../db/writer.ts';

export type AlertCategory = (typeof alertCategories)[number];
/** 1 critical, 2 high, 3 medium, 4 low. */
export type Priority = 1 | 2 | 3 | 4;

/** One condition that needs a response, or an insight, with its history. */
export type AlarmRecord = {
  id: string;
  industryId: string;
  /** The unit that it is about, or that represents its node; empty for an alarm of a gateway or of a node without meters. */
  unitId: string;
  category: AlertCategory;
  /** `<category>_alert` and like names. */
  alertType: string;
  /** industry | unit | category | param | direction | period: at most one is active per key, and an older one may wait to be acknowledged. */
  key: string;
  param: string;
  /** Shift date at which it was raised, YYYY-MM-DD. */
  date: string;
  title: string;
  body: string;
  /** What to do. */
  action: string;
  priority: Priority;
  /** Not an alarm: shown, but without sound or SMS. */
  insight: boolean;
  value: number | null;
  threshold: number | null;
  meta: Record<string, number | string>;
  raisedAtMs: number;
  clearedAtMs: number | null;
  /** isRead is the acknowledgement. */
  ackedAtMs: number | null;
  ackedBy: string | null;
  resolvedAtMs: number | null;
  resolvedBy: string | null;
  shelvedUntilMs: number | null;
  suppressed: boolean;
  /** Raised by data that came late. */
  late: boolean;
  /** Number of activations of this alarm. */
  count: number;
  assignees: string[];
};

/** Nothing is shelved for longer. */
export const LONGEST_SHELF_MS = 8 * HOUR_MS;

/** Whether a person has put an alarm aside until a time that is not over. */
export const isShelved = ({ shelvedUntilMs }: Pick<AlarmRecord, 'shelvedUntilMs'>, nowMs: number): boolean =>
  shelvedUntilMs !== null && shelvedUntilMs > nowMs;

/** What pages and reports ask about alarms; answers follow the store at once. */
export interface AlarmReader {
  /** Raised in [fromMs, toMs), oldest first; of one unit where given. */
  between(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmRecord[];
  /** Active, also when a person has resolved them, or not acknowledged; the most urgent first. */
  open(industryId: string): AlarmRecord[];
}

/** What reports ask. */
export interface AlarmPeriods {
  /** Active at some time in [fromMs, toMs), also where raised before, oldest first; of some units where given. */
  openWithin(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmRecord[];
  /** Of one alarm, oldest first. */
  steps(alarmId: string): AlarmStep[];
}

/** What those ask who show a moment of the past. */
export interface AlarmPast extends AlarmReader {
  /** Of one alarm, oldest first. */
  steps(alarmId: string): AlarmStep[];
}

/** What lists of the past say about an alarm. */
export type AlarmBrief = Pick<
  AlarmRecord,
  | 'industryId'
  | 'unitId'
  | 'category'
  | 'alertType'
  | 'title'
  | 'body'
  | 'priority'
  | 'insight'
  | 'value'
  | 'threshold'
  | 'meta'
  | 'raisedAtMs'
>;

/** Everything that lists of alarms read. */
export interface AlarmHistory extends AlarmReader {
  /** As `between`, with less of each. */
  briefs(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmBrief[];
  counts(industryId: string, fromMs: number, toMs: number): AlarmCount[];
  /** Grows with every change of an alarm. */
  revision(): number;
}

/** How many alarms of a kind a unit had. */
export type AlarmCount = { unitId: string; category: AlertCategory; alertType: string; count: number };

/** What happened to an alarm. */
export type AlarmStep = {
  at: number;
  kind:
    | 'raised'
    | 'rejoined'
    | 'reminded'
    | 'cleared'
    | 'confirmed'
    | 'unconfirmed'
    | 'acknowledged'
    | 'resolved'
    | 'assigned'
    | 'unassigned'
    | 'shelved'
    | 'unshelved'
    | 'suppressed'
    | 'unsuppressed'
    | 'comment'
    | 'undelivered';
  userId: string | null;
  note: string;
};

/** Push tokens of people's phones, one for each device. */
export interface PushTokenSource {
  /** In the transaction that is open. */
  keep(
    tx: WriteTx,
    owner: { userId: string; industryId: string },
    phone: { deviceId: string; token: string },
    nowMs: number,
  ): void;
  /** Of active users with the permission ALERTS. */
  ofIndustry(industryId: string): string[];
  /** Of a phone that is gone. */
  remove(tx: WriteTx, token: string): void;
}
