import type { Statement } from 'better-sqlite3';
import { type CommandOutcome, longestDeadlineMs } from '../../contract/user/plc.ts';
import type { FieldRead } from '../../core/field/command.ts';
import type { Writer, WriteStatement, WriteTx } from '../../db/writer.ts';
import { overlaps, placeOfRow } from './frames.ts';
import type { CommandRow, WritePoint } from './model.ts';
import { undecidedForMs } from './undecided.ts';

type Flags = 'sent' | 'undelivered';
type Row = Omit<CommandRow, Flags> & Record<Flags, number>;
const rowOf = (row: Row): CommandRow => ({ ...row, sent: row.sent === 1, undelivered: row.undelivered === 1 });
const flags = ({ sent, undelivered }: Pick<CommandRow, Flags>): Record<Flags, number> => ({
  sent: sent ? 1 : 0,
  undelivered: undelivered ? 1 : 0,
});

const columns = `id, command_id as commandId, position, industry_id as industryId, user_id as userId, username, request_id as requestId, ip, device_id as deviceId, place,
  point_id as pointId, asset, command, frame_id as frameId, fn, address, value, old_value as oldValue, raw_out as rawOut, raw_before as rawBefore,
  raw_back as rawBack, outcome, sent, undelivered, exception, error, reason, created_at as createdAtMs, settled_at as settledAtMs`;

type Settled = Pick<CommandRow, 'id' | 'outcome' | 'sent' | 'undelivered' | 'exception' | 'error' | 'rawBack' | 'settledAtMs'>;
type LastSent = { value: number | null; atMs: number };
type LastLeft = LastSent & Pick<CommandRow, 'rawOut'>;
type PointPlace = Pick<WritePoint, 'id' | 'deviceId' | 'fn' | 'address'>;

/** More than a plant commands in the minutes in which frames are undecided: nobody reads years of them at a start. */
const recentRows = 10_000;

/** What says where a frame went. */
type Placed = Pick<CommandRow, 'pointId' | 'fn' | 'address' | 'rawOut'>;
const touches =
  (pointId: string | null, places: readonly FieldRead[]) =>
  (other: Placed): boolean =>
    (pointId !== null && other.pointId === pointId) || places.some((place) => overlaps(place, placeOfRow(other)));

export type CommandFilter = {
  industryId: string;
  pointId: string | null;
  deviceId: string | null;
  outcome: CommandOutcome | null;
  beforeMs: number;
  limit: number;
};

/** Journal of commands: a frame's row is on the disk before the frame leaves. Writes are transactions of their own. */
export class JournalStore {
  readonly #add: WriteStatement;
  readonly #note: WriteStatement;
  readonly #markSent: WriteStatement;
  readonly #settle: WriteStatement;
  readonly #byCommand: Statement<[string, string], Row>;
  readonly #list: Statement<[CommandFilter], Row>;
  readonly #open: Statement<[], Row>;
  readonly #lastSent: Statement<[string], LastSent>;
  readonly #lastLeft: Statement<[string], LastLeft>;
  readonly #lastCarriedOut: Statement<[PointPlace], LastSent & { place: string | null }>;
  readonly #lastCarriedOutAt: Statement<[PointPlace & { place: string }], LastSent>;
  readonly #newer: Statement<[string], Placed>;
  readonly #undecidedBefore: Statement<[string], Placed>;
  readonly #undecided: Statement<[number], Row>;

  constructor(writer: Writer) {
    this.#add = writer.prepare(
      `insert into plc_command (id, command_id, position, industry_id, user_id, username, request_id, ip, device_id, place, point_id, asset, command, frame_id, fn, address,
         value, old_value, raw_out, raw_before, raw_back, outcome, sent, undelivered, exception, error, reason, created_at, settled_at)
       values (@id, @commandId, @position, @industryId, @userId, @username, @requestId, @ip, @deviceId, @place, @pointId, @asset, @command, @frameId, @fn, @address,
         @value, @oldValue, @rawOut, @rawBefore, @rawBack, @outcome, @sent, @undelivered, @exception, @error, @reason, @createdAtMs, @settledAtMs)`,
    );
    this.#note = writer.prepare('update plc_command set old_value = ?, raw_before = ? where id = ?');
    this.#markSent = writer.prepare('update plc_command set sent = 1 where id = ?');
    this.#settle = writer.prepare(
      'update plc_command set outcome = @outcome, sent = @sent, undelivered = @undelivered, exception = @exception, error = @error, raw_back = @rawBack, settled_at = @settledAtMs where id = @id and outcome is null',
    );
    this.#byCommand = writer.select(
      `select ${columns} from plc_command where industry_id = ? and command_id = ? collate nocase order by position`,
    );
    this.#list = writer.select(
      `select ${columns} from plc_command where industry_id = @industryId and created_at < @beforeMs
         and (@pointId is null or point_id = @pointId) and (@deviceId is null or device_id = @deviceId) and (@outcome is null or outcome = @outcome)
       order by created_at desc, id desc limit @limit`,
    );
    this.#open = writer.select(`select ${columns} from plc_command where outcome is null order by created_at`);
    const last = (which: string, at = 'created_at'): string =>
      `select value, ${at} as atMs from plc_command where ${which} order by rowid desc limit 1`;
    const mayHaveLeft = 'point_id = ? and (sent = 1 or outcome is null)';
    const latest = `created_at + ${longestDeadlineMs}`;
    this.#lastSent = writer.select(last(mayHaveLeft));
    this.#lastLeft = writer.select(
      last(mayHaveLeft, `raw_out as rawOut, max(created_at, min(${latest}, coalesce(settled_at, ${latest})))`),
    );
    const carriedOut = "(outcome is null or (sent = 1 and outcome <> 'REFUSED'))";
    const there = `point_id = @id and device_id = @deviceId and fn = @fn and address = @address and ${carriedOut}`;
    this.#lastCarriedOut = writer.select(last(there, 'place, created_at'));
    this.#lastCarriedOutAt = writer.select(last(`${there} and place = @place`));
    const placed = (row: string): string =>
      `select ${row}.point_id as pointId, ${row}.fn, ${row}.address, ${row}.raw_out as rawOut from plc_command one
         join plc_command ${row} on ${row}.device_id = one.device_id`;
    this.#newer = writer.select(
      `${placed('newer')} and newer.rowid > one.rowid where one.id = ? and (newer.sent = 1 or newer.outcome is null)`,
    );
    this.#undecidedBefore = writer.select(
      `${placed('older')} and older.rowid between one.rowid - ${recentRows} and one.rowid - 1 where one.id = ? and (older.outcome is null or older.outcome = 'UNKNOWN')
         and coalesce(older.settled_at, one.created_at) > one.created_at - ${undecidedForMs}`,
    );
    this.#undecided = writer.select(
      `select ${columns} from plc_command where outcome is null union all select ${columns} from plc_command
         where rowid > (select max(rowid) from plc_command) - ${recentRows} and outcome = 'UNKNOWN' and settled_at > ?`,
    );
  }

  /** Durable when it returns: every connection writes with synchronous=FULL. */
  add(tx: WriteTx, row: CommandRow): void {
    this.#add.run(tx, { ...row, ...flags(row) });
  }

  noteBefore(tx: WriteTx, id: string, oldValue: number | null, rawBefore: string): void {
    this.#note.run(tx, oldValue, rawBefore, id);
  }

  markSent(tx: WriteTx, id: string): void {
    this.#markSent.run(tx, id);
  }

  /** Once for each row. */
  settle(tx: WriteTx, row: Settled): void {
    this.#settle.run(tx, { ...row, ...flags(row) });
  }

  /** By an id in whatever letters: rows of earlier versions have theirs as it came. */
  findByCommand(industryId: string, commandId: string): CommandRow[] {
    return this.#byCommand.all(industryId, commandId).map(rowOf);
  }

  list(filter: CommandFilter): CommandRow[] {
    return this.#list.all(filter).map(rowOf);
  }

  /** Frames of which it is not known what became of them. */
  unsettled(): CommandRow[] {
    return this.#open.all().map(rowOf);
  }

  /** The newest value of a point that was sent, or may have been. */
  lastSent(pointId: string): LastSent | undefined {
    return this.#lastSent.get(pointId);
  }

  /** The same with the time by which its frame had left: its row is made before it waits for its line. */
  lastLeft(pointId: string): LastLeft | undefined {
    return this.#lastLeft.get(pointId);
  }

  /** The newest value of a point that its device did not refuse; none where the point or its device was at another place then. */
  lastCarriedOut({ id, deviceId, fn, address }: PointPlace, place: string): LastSent | undefined {
    const point = { id, deviceId, fn, address };
    const last = this.#lastCarriedOut.get(point);
    if (last && last.place !== null && last.place !== place) return this.#lastCarriedOutAt.get({ ...point, place });
    return last && { value: last.value, atMs: last.atMs };
  }

  /** Frames that may still be carried out, or were up to a minute before. */
  undecided(nowMs: number): CommandRow[] {
    return this.#undecided.all(nowMs - undecidedForMs).map(rowOf);
  }

  /** A later frame to the same point, or to what it writes or shows in, was sent, or may have been. @param shown where its effect shows */
  wasFollowed(row: CommandRow, shown: FieldRead): boolean {
    return this.#newer.all(row.id).some(touches(row.pointId, [placeOfRow(row), shown]));
  }

  /** Nobody knows what became of an earlier frame to the same point or registers, which may have been carried out since. */
  wasPreceded(row: CommandRow): boolean {
    return this.#undecidedBefore.all(row.id).some(touches(row.pointId, [placeOfRow(row)]));
  }
}
