import type { Kysely } from 'kysely';
import type { ReportMailTable, ReportRunTable } from '../../../db/reportSchema.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Writer } from '../../../db/writer.ts';

export type RunKey = { industryId: string; scheduleId: string; date: string };
export type ScheduleRun = RunKey &
  Pick<ReportRunTable, 'state' | 'attempts' | 'file' | 'error'> & { dueAtMs: number; madeAtMs: number | null };
export type ListedMail = Pick<ReportMailTable, 'recipient' | 'state' | 'attempts' | 'error'> & {
  dueAtMs: number;
  sentAtMs: number | null;
};
export type ListedRun = ScheduleRun & { mails: ListedMail[] };
export type Mail = RunKey & { id: string; recipient: string; attempts: number; file: string };

const keyOf = ({ industryId, scheduleId, date }: RunKey) => ({ industry_id: industryId, schedule_id: scheduleId, date });

/** What schedules made and to whom it goes. */
export class ScheduleStore {
  readonly #writer: Writer;
  readonly #reader: Kysely<Schema>;

  /** @param reader on the connection that only reads. */
  constructor(writer: Writer, reader: Kysely<Schema>) {
    this.#writer = writer;
    this.#reader = reader;
  }

  /** Up to when a schedule was looked after, as it was noted; that is now for a new one. */
  async seenAtMs(industryId: string, scheduleId: string, nowMs: number): Promise<number> {
    return this.#writer.run((tx) => {
      const row = { industry_id: industryId, schedule_id: scheduleId, seen_at: nowMs };
      tx.run(
        tx.query
          .insertInto('report_schedule')
          .values(row)
          .onConflict((conflict) => conflict.doNothing()),
      );
      const seen = tx.first(
        tx.query
          .selectFrom('report_schedule')
          .select('seen_at')
          .where('industry_id', '=', industryId)
          .where('schedule_id', '=', scheduleId),
      );
      return seen?.seen_at ?? nowMs;
    });
  }

  /** A schedule was looked after up to now; written where it was noted before `notSinceMs`. */
  async looked(
    industryId: string,
    scheduleId: string,
    { nowMs, notSinceMs }: { nowMs: number; notSinceMs: number },
  ): Promise<void> {
    this.#writer.run((tx) => {
      tx.run(
        tx.query
          .updateTable('report_schedule')
          .set({ seen_at: nowMs })
          .where('industry_id', '=', industryId)
          .where('schedule_id', '=', scheduleId)
          .where('seen_at', '<', notSinceMs),
      );
    });
  }

  /** A report that is due; one that is known already stays as it is. */
  async add(key: RunKey, dueAtMs: number): Promise<void> {
    this.#writer.run((tx) => {
      tx.run(
        tx.query
          .insertInto('report_run')
          .values({ ...keyOf(key), state: 'waiting', due_at: dueAtMs, attempts: 0, made_at: null, file: '', error: '' })
          .onConflict((conflict) => conflict.doNothing()),
      );
    });
  }

  async run(key: RunKey): Promise<ScheduleRun | undefined> {
    const row = await this.#writer.reading
      .selectFrom('report_run')
      .select(['state', 'due_at', 'attempts', 'made_at', 'file', 'error'])
      .where('industry_id', '=', key.industryId)
      .where('schedule_id', '=', key.scheduleId)
      .where('date', '=', key.date)
      .executeTakeFirst();
    if (!row) return undefined;
    const { industryId, scheduleId, date } = key;
    const { state, attempts, file, error, due_at: dueAtMs, made_at: madeAtMs } = row;
    return { industryId, scheduleId, date, state, attempts, file, error, dueAtMs, madeAtMs };
  }

  /** The latest days first, with their mails. */
  async list(
    industryId: string,
    { scheduleId, limit }: { scheduleId?: string | undefined; limit: number },
  ): Promise<ListedRun[]> {
    let query = this.#reader.selectFrom('report_run').where('industry_id', '=', industryId);
    if (scheduleId !== undefined) query = query.where('schedule_id', '=', scheduleId);
    const rows = await query.selectAll().orderBy('date', 'desc').orderBy('schedule_id').limit(limit).execute();
    const [newest, oldest] = [rows[0]?.date, rows.at(-1)?.date];
    if (newest === undefined || oldest === undefined) return [];
    let mailQuery = this.#reader.selectFrom('report_mail').where('industry_id', '=', industryId);
    if (scheduleId !== undefined) mailQuery = mailQuery.where('schedule_id', '=', scheduleId);
    const mails = await mailQuery
      .selectAll()
      .where('date', '>=', oldest)
      .where('date', '<=', newest)
      .orderBy('recipient')
      .execute();
    const byRun = Map.groupBy(mails, ({ schedule_id, date }) => `${date} ${schedule_id}`);
    return rows.map(({ schedule_id, date, state, attempts, file, error, due_at, made_at }) => ({
      industryId,
      scheduleId: schedule_id,
      date,
      state,
      attempts,
      file,
      error,
      dueAtMs: due_at,
      madeAtMs: made_at,
      mails: (byRun.get(`${date} ${schedule_id}`) ?? []).map((mail) => ({
        recipient: mail.recipient,
        state: mail.state,
        attempts: mail.attempts,
        dueAtMs: mail.due_at,
        sentAtMs: mail.sent_at,
        error: mail.error,
      })),
    }));
  }

  /** A report that is there, with its mails, in one transaction: after a stop in between it is neither lost nor sent twice. */
  async made(
    key: RunKey,
    { file, madeAtMs, recipients }: { file: string; madeAtMs: number; recipients: readonly string[] },
  ): Promise<void> {
    this.#writer.run((tx) => {
      tx.run(
        tx.query
          .updateTable('report_run')
          .set({ state: 'made', made_at: madeAtMs, file, error: '' })
          .where('industry_id', '=', key.industryId)
          .where('schedule_id', '=', key.scheduleId)
          .where('date', '=', key.date),
      );
      for (const recipient of recipients)
        tx.run(
          tx.query
            .insertInto('report_mail')
            .values({
              id: mailId(key, recipient),
              ...keyOf(key),
              recipient,
              state: 'queued',
              due_at: madeAtMs,
              attempts: 0,
              sent_at: null,
              error: '',
            })
            .onConflict((conflict) => conflict.doNothing()),
        );
    });
  }

  /** It could not be made: once more at `dueAtMs`, or never where that is null. */
  async notMade(key: RunKey, error: string, dueAtMs: number | null): Promise<void> {
    this.#writer.run((tx) => {
      tx.run(
        tx.query
          .updateTable('report_run')
          .set((row) => ({
            state: dueAtMs === null ? 'failed' : 'waiting',
            attempts: row('attempts', '+', 1),
            error,
            ...(dueAtMs !== null && { due_at: dueAtMs }),
          }))
          .where('industry_id', '=', key.industryId)
          .where('schedule_id', '=', key.scheduleId)
          .where('date', '=', key.date),
      );
    });
  }

  /** Some of the runs whose days ended before a date, YYYY-MM-DD; none when there are no more. */
  async endedBefore(industryId: string, date: string): Promise<(RunKey & { file: string })[]> {
    return this.#writer.reading
      .selectFrom('report_run')
      .select(['industry_id as industryId', 'schedule_id as scheduleId', 'date', 'file'])
      .where('industry_id', '=', industryId)
      .where('date', '<', date)
      .limit(MOST_REMOVED)
      .execute();
  }

  /** Runs with their mails, in one transaction. */
  async remove(keys: readonly RunKey[]): Promise<void> {
    this.#writer.run((tx) => {
      for (const { industryId, scheduleId, date } of keys)
        for (const table of ['report_mail', 'report_run'] as const)
          tx.run(
            tx.query
              .deleteFrom(table)
              .where('industry_id', '=', industryId)
              .where('schedule_id', '=', scheduleId)
              .where('date', '=', date),
          );
    });
  }

  /** Mails of a schedule that wait for somebody who is none of its recipients. */
  async mailsBut(industryId: string, scheduleId: string, recipients: readonly string[]): Promise<string[]> {
    const rows = await this.#writer.reading
      .selectFrom('report_mail')
      .select(['id', 'recipient'])
      .where('industry_id', '=', industryId)
      .where('schedule_id', '=', scheduleId)
      .where('state', '=', 'queued')
      .execute();
    return rows.filter(({ recipient }) => !recipients.includes(recipient)).map(({ id }) => id);
  }

  async dueMails(nowMs: number): Promise<Mail[]> {
    const rows = await this.#writer.reading
      .selectFrom('report_mail')
      .innerJoin('report_run', (join) =>
        join
          .onRef('report_run.industry_id', '=', 'report_mail.industry_id')
          .onRef('report_run.schedule_id', '=', 'report_mail.schedule_id')
          .onRef('report_run.date', '=', 'report_mail.date'),
      )
      .select([
        'report_mail.id',
        'report_mail.industry_id as industryId',
        'report_mail.schedule_id as scheduleId',
        'report_mail.date',
        'report_mail.recipient',
        'report_mail.attempts',
        'report_run.file',
      ])
      .where('report_mail.state', '=', 'queued')
      .where('report_mail.due_at', '<=', nowMs)
      .orderBy('report_mail.due_at')
      .limit(MOST_MAILS)
      .execute();
    return rows;
  }

  async settled(id: string, { sentAtMs, error }: { sentAtMs: number | null; error: string }): Promise<void> {
    this.#writer.run((tx) => {
      tx.run(
        tx.query
          .updateTable('report_mail')
          .set({ state: sentAtMs === null ? 'failed' : 'sent', sent_at: sentAtMs, error })
          .where('id', '=', id),
      );
    });
  }

  async again(id: string, error: string, dueAtMs: number): Promise<void> {
    this.#writer.run((tx) => {
      tx.run(
        tx.query
          .updateTable('report_mail')
          .set((row) => ({ attempts: row('attempts', '+', 1), error, due_at: dueAtMs }))
          .where('id', '=', id),
      );
    });
  }
}

const MOST_MAILS = 50;
const MOST_REMOVED = 50;

/** The same for every try, so that a mail server can recognise a repetition. */
const mailId = ({ industryId, scheduleId, date }: RunKey, recipient: string): string =>
  Buffer.from(`report|${industryId}|${scheduleId}|${date}|${recipient}`).toString('base64url');
