import { randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { checkedJson, parseChecked } from '../../core/bytes/checkedJson.ts';
import { Failure } from '../../core/fail.ts';
import { syncFolder } from '../../core/files/durable.ts';

/** A number that a database has in its header (`user_version`), and the first salt of its log, which rises by 1 whenever the log begins anew. */
const note = z.object({
  format: z.literal('headworks-log-pair-1'),
  /** Numbers that the file of the database may have now: the newest ones are in the log alone at first. */
  stamps: z.array(z.number().int()),
  salt: z.number().int().nullable(),
});

const NOTE = '-pair.json';
const STAMP_AT = 60;
const SALT_AT = 16;
const SALTS_BYTES = 8;
/** Of a log's first frame, after the 32 bytes of its header. */
const FRAME_SALT_AT = 40;
const HEADER_BYTES = 64;
const DATABASE_MAGIC = Buffer.from('SQLite format 3\0');
/** Its last bit is the byte order of the checksums. */
const LOG_MAGIC = 0x377f0682;
/** So often the log has begun anew since its last note, at most. */
const MOST_RENEWALS = 1_000_000;
const MOST_STAMP = 2 ** 31 - 1;

const headerOf = (path: string): Buffer | undefined => {
  const bytes = Buffer.alloc(HEADER_BYTES);
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    return readSync(file, bytes, 0, HEADER_BYTES, 0) === HEADER_BYTES ? bytes : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
};

/** Whether a database and its write-ahead log are of one moment: SQLite itself would put any log into any database. */
export class LogPair {
  readonly #database: string;

  constructor(database: string) {
    this.#database = database;
  }

  /**
   * Call it before anything opens the database: to look for damage in it, or to move its log. Without a log there is nothing to put into
   * the database, and what was noted of one goes: the next log begins with another number.
   * @throws Failure `parameter` where one of both is of another plant or of another time.
   */
  assert(): void {
    const known = this.#read();
    const [stamp, salt] = [this.#stamp(), this.#salt()];
    if (salt === undefined) this.forget();
    if (!known || stamp === undefined || salt === undefined) return;
    const isLogKnown = known.salt === null || (salt - known.salt) >>> 0 <= MOST_RENEWALS;
    if (known.stamps.includes(stamp) && isLogKnown) return;
    throw new Failure(
      'parameter',
      `${this.#database} and ${this.#database}-wal do not belong together: ${isLogKnown ? 'the database' : 'the log'} is of another time, or of another plant. Put both of one copy there, or put a backup in their place: npm run restore. Where nobody has moved or copied one of them, as after an earlier version of Headworks ran here, remove ${this.#database}${NOTE} and start again`,
    );
  }

  /** Begins a new number, which the log has first; call it with the database open, and whenever all of the log has been moved. */
  renew(writer: { stamp: number }): void {
    const next = randomInt(1, MOST_STAMP);
    const stamps = [...new Set([this.#stamp() ?? 0, writer.stamp, next])];
    // the note first: ended in between, what is there is known
    this.#write(stamps);
    writer.stamp = next;
    this.#write(stamps);
  }

  /** After a clean end there is no log, and what an earlier version does next is its own. */
  forget(): void {
    if (this.#salt() === undefined) this.drop();
  }

  /** An earlier version, which notes nothing, has made logs of its own since. */
  drop(): void {
    const path = `${this.#database}${NOTE}`;
    if (!existsSync(path)) return;
    rmSync(path, { force: true });
    // after a power cut it would be there again, beside the next log
    syncFolder(dirname(path));
  }

  #write(stamps: readonly number[]): void {
    const path = `${this.#database}${NOTE}`;
    const text = checkedJson({ format: 'headworks-log-pair-1', stamps, salt: this.#salt() ?? null });
    // into the folder that is there alone: where its disk was taken away none is made in its place
    writeFileSync(`${path}.tmp`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.tmp`, path);
    // it must be there before what it says is
    syncFolder(dirname(path));
  }

  #read(): z.output<typeof note> | undefined {
    try {
      return note.parse(parseChecked(readFileSync(`${this.#database}${NOTE}`, 'utf8')));
    } catch {
      // none is there at first, and one that is damaged proves nothing against what is there
      return undefined;
    }
  }

  /** Undefined of what is no database: that it is damaged is found elsewhere. */
  #stamp(): number | undefined {
    const header = headerOf(this.#database);
    return header?.subarray(0, DATABASE_MAGIC.length).equals(DATABASE_MAGIC) ? header.readInt32BE(STAMP_AT) : undefined;
  }

  /** Undefined of a log that SQLite takes for empty, as a power cut leaves it: its first frame is not of its header. */
  #salt(): number | undefined {
    const header = headerOf(`${this.#database}-wal`);
    if (!header || (header.readUInt32BE(0) & ~1) >>> 0 !== LOG_MAGIC) return undefined;
    const [first, frame] = [SALT_AT, FRAME_SALT_AT].map((at) => header.subarray(at, at + SALTS_BYTES));
    return first && frame?.equals(first) ? header.readUInt32BE(SALT_AT) : undefined;
  }
}
