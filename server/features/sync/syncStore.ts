import type { PairCode, Share } from '../../contract/hub/pairing.ts';
import { share as shareShape } from '../../contract/hub/pairing.ts';
import type { SignedText } from '../../contract/hub/signing.ts';
import { type StreamEnd, streamName } from '../../contract/hub/statement.ts';
import { DAY_MS } from '../../core/time.ts';
import type { Writer, WriteTx } from '../../db/writer.ts';
import type { ChangedDocument, HubState } from './model.ts';

export type HubRow = {
  url: string;
  key: string;
  name: string;
  openingKey: string;
  certificate: string | null;
  secret: string;
  state: HubState;
  share: Share;
  bytesPerHour: number | null;
  pairedBy: string;
  pairedAt: number;
  lastOkAt: number | null;
  lastError: string | null;
  lastErrorAt: number | null;
  failures: number;
};
export type StatementRow = SignedText & {
  seq: number;
  at: number;
  receipt: SignedText | null;
  equal: boolean;
};
export type Refusal = { item: string; code: string; tries: number; firstAt: number; nextAt: number };

type RawHub = Omit<HubRow, 'share'> & { share: string };
type RawStatement = Omit<StatementRow, 'receipt' | 'equal'> & {
  receipt: string | null;
  receiptSignature: string | null;
  equal: number;
};

/** Statements are kept for as long; the last one that the hub confirmed stays for good. */
const KEEP_MS = 400 * DAY_MS;
/** Rows of one transaction: others write in between. */
const AT_ONCE = 500;

/** What the plant knows about its hub: the only tables that sync writes. */
export class SyncStore {
  readonly #writer: Writer;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#statements = prepare(writer);
  }

  hub(): HubRow | undefined {
    const row = this.#statements.hub.get();
    return row && { ...row, share: shareShape.parse(JSON.parse(row.share)) };
  }

  /** A pairing begins; what was known of another hub is forgotten. */
  pair(code: PairCode, given: { share: Share; bytesPerHour: number | null; by: string; nowMs: number }): void {
    const { putHub } = this.#statements;
    this.#writer.run((tx) => {
      this.#dropKnown(tx);
      putHub.run(tx, {
        ...{ url: code.url, key: code.key, certificate: code.certificate ?? null, secret: code.secret },
        ...{ share: JSON.stringify(given.share), bytesPerHour: given.bytesPerHour, by: given.by, nowMs: given.nowMs },
      });
    });
  }

  answered({ name, openingKey, state }: Pick<HubRow, 'name' | 'openingKey'> & { state: HubState }): void {
    this.#writer.run((tx) => this.#statements.answered.run(tx, { name, openingKey, state }));
  }

  /** The hub has another key, to which the one of before led. */
  setHubKey(from: string, to: string): void {
    this.#writer.run((tx) => this.#statements.setHubKey.run(tx, { from, to }));
  }

  setState(state: HubState): void {
    this.#writer.run((tx) => this.#statements.setState.run(tx, state));
  }

  forget(): void {
    this.#writer.run((tx) => {
      this.#statements.dropHub.run(tx);
      this.#dropKnown(tx);
    });
  }

  #dropKnown(tx: WriteTx): void {
    const { dropStatements, dropDocuments, dropRefusals, dropHeldDays, dropGoneDays } = this.#statements;
    for (const drop of [dropStatements, dropDocuments, dropRefusals, dropHeldDays, dropGoneDays]) drop.run(tx);
  }

  worked(nowMs: number): void {
    this.#writer.run((tx) => this.#statements.worked.run(tx, nowMs));
  }

  failed(reason: string, nowMs: number): void {
    this.#writer.run((tx) => this.#statements.failed.run(tx, reason.slice(0, 300), nowMs));
  }

  /** In small transactions, the kinds in their order. */
  async putDocuments(changed: readonly ChangedDocument[], turn: () => Promise<void>): Promise<void> {
    for (let at = 0; at < changed.length; at += AT_ONCE) {
      this.#writer.run((tx) => {
        for (const each of changed.slice(at, at + AT_ONCE)) this.#statements.putDocument.run(tx, each);
      });
      await turn();
    }
  }

  documents(kind: string): ChangedDocument[] {
    return this.#statements.documents.all(kind);
  }

  lastSeq(): number {
    return this.#statements.lastSeq.get()?.seq ?? 0;
  }

  addStatement({ text, signature }: SignedText, seq: number, nowMs: number): void {
    this.#writer.run((tx) => {
      this.#statements.addStatement.run(tx, { seq, at: nowMs, text, signature });
      this.#statements.dropOld.run(tx, nowMs - KEEP_MS);
    });
  }

  addReceipt(seq: number, { text, signature }: SignedText, equal: boolean): void {
    this.#writer.run((tx) => this.#statements.addReceipt.run(tx, { seq, text, signature, equal: Number(equal) }));
  }

  lastStatement(): StatementRow | undefined {
    return statementOf(this.#statements.lastStatement.get());
  }

  statement(seq: number): StatementRow | undefined {
    return statementOf(this.#statements.statement.get(seq));
  }

  /** Highest migration of the plant's database. */
  schema(): number {
    return this.#statements.schema.get()?.number ?? 0;
  }

  /** Ends of a stream that the hub confirmed, the newest first, each once. */
  receivedEnds(stream: string): StreamEnd[] {
    return this.#statements.receivedEnds.all(stream).map(({ last, hash }) => ({ name: streamName.parse(stream), last, hash }));
  }

  /** The last one of which the hub had worked out the same. */
  lastEqual(): StatementRow | undefined {
    return statementOf(this.#statements.lastEqual.get());
  }

  /** The newest that the hub answered, whatever it had. */
  lastAnswered(): StatementRow | undefined {
    return statementOf(this.#statements.lastAnswered.get());
  }

  refuse(item: string, code: string, nowMs: number): void {
    this.#writer.run((tx) => this.#statements.refuse.run(tx, { item, code, nowMs, nextMs: nowMs + DAY_MS }));
  }

  /** Items that were refused less than a day ago; a clock that was ahead then lets none rest for longer. */
  resting(nowMs: number): ReadonlySet<string> {
    const isResting = ({ nextAt }: Refusal): boolean => nextAt > nowMs && nextAt <= nowMs + DAY_MS;
    return new Set(
      this.refusals()
        .filter(isResting)
        .map(({ item }) => item),
    );
  }

  accept(items: readonly string[]): void {
    if (items.length === 0) return;
    this.#writer.run((tx) => {
      for (const item of items) this.#statements.accept.run(tx, item);
    });
  }

  refusals(): Refusal[] {
    return this.#statements.refusals.all();
  }
}

const statementOf = (row: RawStatement | undefined): StatementRow | undefined => {
  if (!row) return undefined;
  const { receipt, receiptSignature, equal, ...rest } = row;
  return {
    ...rest,
    receipt: receipt !== null && receiptSignature !== null ? { text: receipt, signature: receiptSignature } : null,
    equal: equal === 1,
  };
};

const statementColumns = 'seq, at, text, signature, receipt, receipt_signature receiptSignature, equal';

const prepare = (writer: Writer) => ({
  hub: writer.select<[], RawHub>(
    `select url, key, name, opening_key openingKey, certificate, secret, state, share, bytes_per_hour bytesPerHour,
       paired_by pairedBy, paired_at pairedAt, last_ok_at lastOkAt, last_error lastError, last_error_at lastErrorAt, failures
     from sync_hub`,
  ),
  putHub: writer.prepare(
    `insert or replace into sync_hub (id, url, key, name, opening_key, certificate, secret, state, share, bytes_per_hour,
       paired_by, paired_at, failures)
     values (1, @url, @key, '', '', @certificate, @secret, 'waiting', @share, @bytesPerHour, @by, @nowMs, 0)`,
  ),
  answered: writer.prepare('update sync_hub set name = @name, opening_key = @openingKey, state = @state'),
  setHubKey: writer.prepare('update sync_hub set key = @to where key = @from'),
  setState: writer.prepare('update sync_hub set state = ?'),
  worked: writer.prepare('update sync_hub set last_ok_at = ?, failures = 0, last_error = null, last_error_at = null'),
  failed: writer.prepare('update sync_hub set last_error = ?, last_error_at = ?, failures = failures + 1'),
  dropHub: writer.prepare('delete from sync_hub'),
  dropStatements: writer.prepare('delete from sync_statement'),
  dropDocuments: writer.prepare('delete from sync_document'),
  dropRefusals: writer.prepare('delete from sync_refusal'),
  dropHeldDays: writer.prepare('delete from sync_held_day'),
  dropGoneDays: writer.prepare('delete from sync_gone_day'),
  putDocument: writer.prepare(
    `insert into sync_document (kind, id, version, content, hash) values (@kind, @id, @version, @content, @hash)
     on conflict (kind, id) do update set version = excluded.version, content = excluded.content, hash = excluded.hash`,
  ),
  documents: writer.select<[string], ChangedDocument>(
    'select kind, id, version, content, hash from sync_document where kind = ? order by id',
  ),
  lastSeq: writer.select<[], { seq: number }>('select seq from sync_statement order by seq desc limit 1'),
  addStatement: writer.prepare(
    'insert into sync_statement (seq, at, text, signature, equal) values (@seq, @at, @text, @signature, 0)',
  ),
  dropOld: writer.prepare(
    `delete from sync_statement where at < ? and seq <> (select seq from sync_statement where equal = 1 order by seq desc limit 1)`,
  ),
  addReceipt: writer.prepare(
    'update sync_statement set receipt = @text, receipt_signature = @signature, equal = @equal where seq = @seq',
  ),
  lastStatement: writer.select<[], RawStatement>(`select ${statementColumns} from sync_statement order by seq desc limit 1`),
  statement: writer.select<[number], RawStatement>(`select ${statementColumns} from sync_statement where seq = ?`),
  schema: writer.select<[], { number: number }>('select number from migration order by number desc limit 1'),
  receivedEnds: writer.select<[string], { last: number; hash: string }>(
    `select e.value ->> 'last' last, e.value ->> 'hash' hash, max(s.seq) seq from sync_statement s, json_each(s.receipt, '$.streams') e
     where s.receipt is not null and e.value ->> 'name' = ? and e.value ->> 'last' > 0 group by 1, 2 order by 3 desc limit 50`,
  ),
  lastEqual: writer.select<[], RawStatement>(
    `select ${statementColumns} from sync_statement where equal = 1 order by seq desc limit 1`,
  ),
  lastAnswered: writer.select<[], RawStatement>(
    `select ${statementColumns} from sync_statement where receipt is not null order by seq desc limit 1`,
  ),
  refuse: writer.prepare(
    `insert into sync_refusal (item, code, tries, first_at, next_at) values (@item, @code, 1, @nowMs, @nextMs)
     on conflict (item) do update set code = excluded.code, tries = tries + 1, next_at = excluded.next_at`,
  ),
  accept: writer.prepare('delete from sync_refusal where item = ?'),
  refusals: writer.select<[], Refusal>(
    'select item, code, tries, first_at firstAt, next_at nextAt from sync_refusal order by first_at, item limit 1000',
  ),
});
