import type { Database, Statement } from 'better-sqlite3';
import { lastUsed } from '../../../core/lastUsed.ts';
import { roundSingle } from '../../../core/round.ts';
import type { Writer, WriteStatement, WriteTx } from '../../../db/writer.ts';
import type { AlarmBrief, AlarmCount, AlarmRecord, AlarmStep, AlertCategory, Priority } from '../model.ts';
import { measuredFacts } from './measuredFacts.ts';
import { POSTED } from './posted.ts';

type Row = {
  id: string;
  industry_id: string;
  unit_id: string;
  category: AlertCategory;
  alert_type: string;
  key: string;
  param: string;
  date: string;
  title: string;
  body: string;
  action: string;
  priority: Priority;
  insight: number;
  value: number | null;
  threshold: number | null;
  meta: string;
  raised_at: number;
  cleared_at: number | null;
  acked_at: number | null;
  acked_by: string | null;
  resolved_at: number | null;
  resolved_by: string | null;
  shelved_until: number | null;
  suppressed: number;
  late: number;
  count: number;
  assignees: string;
};

/** What was measured has no digits that no instrument gave; what another program reported is as it was sent. */
const numbersOf = ({ param, value, threshold, meta }: Pick<Row, 'param' | 'value' | 'threshold' | 'meta'>) => {
  const facts = JSON.parse(meta);
  if (param === POSTED) return { value, threshold, meta: facts };
  return { value: value === null ? null : roundSingle(value), threshold, meta: measuredFacts(facts) };
};

const recordOf = (row: Row): AlarmRecord => ({
  id: row.id,
  industryId: row.industry_id,
  unitId: row.unit_id,
  category: row.category,
  alertType: row.alert_type,
  key: row.key,
  param: row.param,
  date: row.date,
  title: row.title,
  body: row.body,
  action: row.action,
  priority: row.priority,
  insight: row.insight === 1,
  ...numbersOf(row),
  raisedAtMs: row.raised_at,
  clearedAtMs: row.cleared_at,
  ackedAtMs: row.acked_at,
  ackedBy: row.acked_by,
  resolvedAtMs: row.resolved_at,
  resolvedBy: row.resolved_by,
  shelvedUntilMs: row.shelved_until,
  suppressed: row.suppressed === 1,
  late: row.late === 1,
  count: row.count,
  assignees: row.assignees === '[]' ? [] : JSON.parse(row.assignees),
});

const rowOf = (record: AlarmRecord): Row => ({
  id: record.id,
  industry_id: record.industryId,
  unit_id: record.unitId,
  category: record.category,
  alert_type: record.alertType,
  key: record.key,
  param: record.param,
  date: record.date,
  title: record.title,
  body: record.body,
  action: record.action,
  priority: record.priority,
  insight: record.insight ? 1 : 0,
  value: record.value,
  threshold: record.threshold,
  meta: JSON.stringify(record.meta),
  raised_at: record.raisedAtMs,
  cleared_at: record.clearedAtMs,
  acked_at: record.ackedAtMs,
  acked_by: record.ackedBy,
  resolved_at: record.resolvedAtMs,
  resolved_by: record.resolvedBy,
  shelved_until: record.shelvedUntilMs,
  suppressed: record.suppressed ? 1 : 0,
  late: record.late ? 1 : 0,
  count: record.count,
  assignees: JSON.stringify(record.assignees),
});

const columns = [
  'id',
  'industry_id',
  'unit_id',
  'category',
  'alert_type',
  'key',
  'param',
  'date',
  'title',
  'body',
  'action',
  'priority',
  'insight',
  'value',
  'threshold',
  'meta',
  'raised_at',
  'cleared_at',
  'acked_at',
  'acked_by',
  'resolved_at',
  'resolved_by',
  'shelved_until',
  'suppressed',
  'late',
  'count',
  'assignees',
] as const satisfies (keyof Row)[];

type BriefRow = Pick<
  Row,
  | 'unit_id'
  | 'category'
  | 'alert_type'
  | 'param'
  | 'title'
  | 'body'
  | 'priority'
  | 'insight'
  | 'value'
  | 'threshold'
  | 'meta'
  | 'raised_at'
>;
const briefColumns = 'unit_id, category, alert_type, param, title, body, priority, insight, value, threshold, meta, raised_at';

const briefOf = (industryId: string, row: BriefRow): AlarmBrief => ({
  industryId,
  unitId: row.unit_id,
  category: row.category,
  alertType: row.alert_type,
  title: row.title,
  body: row.body,
  priority: row.priority,
  insight: row.insight === 1,
  ...numbersOf(row),
  raisedAtMs: row.raised_at,
});

/** Answers that pages ask for again and again: of each industry the open ones, and those of the windows that are looked at. */
const MOST_REMEMBERED = 16;

/** Active, also when a person has resolved it, or not acknowledged. */
const isListed = '(cleared_at is null or (resolved_at is null and acked_at is null and insight = 0))';

/** Notifications and what happened to them: written inside the caller's transaction, read on the other connection. */
export class AlarmStore {
  readonly #put: WriteStatement;
  readonly #addStep: WriteStatement;
  readonly #find: Statement<[string, string], Row>;
  readonly #between: Statement<[string, number, number], Row>;
  readonly #ofUnits: Statement<[string, string, number, number], Row>;
  readonly #openWithin: Statement<[{ industryId: string; fromMs: number; toMs: number }], Row>;
  readonly #briefs: Statement<[string, number, number], BriefRow>;
  readonly #briefsOfUnits: Statement<[string, string, number, number], BriefRow>;
  readonly #counts: Statement<[string, number, number], AlarmCount>;
  readonly #newestStep: Statement<[], { id: number | null }>;
  readonly #open: Statement<[string], Row>;
  readonly #hasKey: Statement<[string, string], { id: string }>;
  readonly #steps: Statement<[string], AlarmStep>;
  readonly #openRaw: Statement<[string, string, number], Row>;
  readonly #remembered = lastUsed<string, { revision: number; records: readonly AlarmRecord[] }>(MOST_REMEMBERED);

  constructor(writer: Writer, reader: Database) {
    const places = columns.map((name) => `@${name}`).join(', ');
    this.#put = writer.prepare(`insert or replace into alarm (${columns.join(', ')}) values (${places})`);
    this.#addStep = writer.prepare('insert into alarm_step (alarm_id, at, kind, user_id, note) values (?, ?, ?, ?, ?)');
    // writing reads what it has just written
    this.#find = writer.select('select * from alarm where industry_id = ? and id = ?');
    this.#hasKey = writer.select('select id from alarm where industry_id = ? and key = ? limit 1');
    this.#openRaw = writer.select(
      `select * from alarm where industry_id = ? and key = ? and resolved_at is null and (${isListed} or shelved_until > ?)
       order by raised_at desc limit 1`,
    );
    this.#between = reader.prepare(
      'select * from alarm where industry_id = ? and raised_at >= ? and raised_at < ? order by raised_at, id',
    );
    this.#ofUnits = reader.prepare(
      `select * from alarm where industry_id = ? and unit_id in (select value from json_each(?)) and raised_at >= ? and raised_at < ?
       order by raised_at, id`,
    );
    this.#openWithin = reader.prepare(
      `select * from alarm where industry_id = @industryId and raised_at >= @fromMs and raised_at < @toMs
       union all select * from alarm indexed by alarm_end where industry_id = @industryId and cleared_at > @fromMs and raised_at < @fromMs
       union all select * from alarm indexed by alarm_end where industry_id = @industryId and cleared_at is null and raised_at < @fromMs
       order by raised_at, id`,
    );
    this.#briefs = reader.prepare(
      `select ${briefColumns} from alarm where industry_id = ? and raised_at >= ? and raised_at < ? order by raised_at, id`,
    );
    this.#briefsOfUnits = reader.prepare(
      `select ${briefColumns} from alarm where industry_id = ? and unit_id in (select value from json_each(?))
       and raised_at >= ? and raised_at < ? order by raised_at, id`,
    );
    this.#counts = reader.prepare(
      // one text sorts faster than three
      `select unit_id as unitId, category, alert_type as alertType, count(*) as count from alarm
       where industry_id = ? and raised_at >= ? and raised_at < ? group by unit_id || char(0) || category || char(0) || alert_type`,
    );
    this.#newestStep = reader.prepare('select max(id) as id from alarm_step');
    this.#open = reader.prepare(`select * from alarm where industry_id = ? and ${isListed} order by priority, raised_at desc`);
    this.#steps = reader.prepare('select at, kind, user_id as userId, note from alarm_step where alarm_id = ? order by id');
  }

  put(tx: WriteTx, record: AlarmRecord): void {
    this.#put.run(tx, rowOf(record));
  }

  addStep(tx: WriteTx, alarmId: string, { at, kind, userId, note }: AlarmStep): void {
    this.#addStep.run(tx, alarmId, at, kind, userId, note);
  }

  /** A channel gave up on a message of the alarm: `what` names channel, receiver and reason. */
  addUndelivered(tx: WriteTx, alarmId: string, atMs: number, what: string): void {
    this.addStep(tx, alarmId, { at: atMs, kind: 'undelivered', userId: null, note: what });
  }

  find(industryId: string, id: string): AlarmRecord | undefined {
    const row = this.#find.get(industryId, id);
    return row && recordOf(row);
  }

  /** The one that another activation of the key belongs to: listed and not resolved, or over and shelved for longer. */
  openOfKey(industryId: string, key: string, nowMs: number): AlarmRecord | undefined {
    const row = this.#openRaw.get(industryId, key, nowMs);
    return row && recordOf(row);
  }

  hasKey(industryId: string, key: string): boolean {
    return this.#hasKey.get(industryId, key) !== undefined;
  }

  between(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmRecord[] {
    if (unitIds) return this.#ofUnits.all(industryId, JSON.stringify(unitIds), fromMs, toMs).map(recordOf);
    return this.#remember(`${industryId} ${fromMs} ${toMs}`, () => this.#between.all(industryId, fromMs, toMs));
  }

  openWithin(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmRecord[] {
    const found = this.#remember(`${industryId} ${fromMs}+${toMs}`, () => this.#openWithin.all({ industryId, fromMs, toMs }));
    return unitIds ? found.filter(({ unitId }) => unitIds.includes(unitId)) : found;
  }

  briefs(industryId: string, fromMs: number, toMs: number, unitIds?: readonly string[]): AlarmBrief[] {
    const rows = unitIds
      ? this.#briefsOfUnits.all(industryId, JSON.stringify(unitIds), fromMs, toMs)
      : this.#briefs.all(industryId, fromMs, toMs);
    return rows.map((row) => briefOf(industryId, row));
  }

  counts(industryId: string, fromMs: number, toMs: number): AlarmCount[] {
    return this.#counts.all(industryId, fromMs, toMs);
  }

  /** Every change adds a step. */
  revision(): number {
    return this.#newestStep.get()?.id ?? 0;
  }

  open(industryId: string): AlarmRecord[] {
    return this.#remember(industryId, () => this.#open.all(industryId));
  }

  steps(alarmId: string): AlarmStep[] {
    return this.#steps.all(alarmId);
  }

  /** The same records until an alarm changes; what is read after the revision is never older than it. */
  #remember(question: string, read: () => Row[]): AlarmRecord[] {
    const revision = this.revision();
    const known = this.#remembered.get(question);
    if (known?.revision === revision) return [...known.records];
    const records = read().map(recordOf);
    this.#remembered.set(question, { revision, records });
    return [...records];
  }
}
