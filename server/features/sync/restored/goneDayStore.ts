import type { CarriedTotal } from '../../../bundle/dayItems.ts';
import type { Writer } from '../../../db/writer.ts';
import type { SeriesKind } from '../../../plantModel/index.ts';

/** What the hub has of a closed day of a series that the plant does not know any more. */
export type GoneDay = {
  /** Of the series, without dashes. */
  uid: string;
  day: number;
  industryId: string;
  revision: number;
  hash: Uint8Array;
  slots: number;
  unitId: string;
  param: string;
  kind: SeriesKind;
  measure: string;
  total: CarriedTotal;
  /** The plant itself had signed it before. */
  isSigned: boolean;
};

type Row = Omit<GoneDay, 'total' | 'isSigned'> & { total: string; signed: number };

const goneOf = ({ total, signed, ...rest }: Row): GoneDay => ({
  ...rest,
  total: JSON.parse(total) as CarriedTotal,
  isSigned: signed === 1,
});

/** Closed days of series that the hub has and the plant does not know any more. */
export class GoneDayStore {
  readonly #writer: Writer;
  readonly #statements: ReturnType<typeof prepare>;

  constructor(writer: Writer) {
    this.#writer = writer;
    this.#statements = prepare(writer);
  }

  /** Those that nobody has decided about. */
  undecided(): GoneDay[] {
    return this.#statements.undecided.all().map(goneOf);
  }

  on(industryId: string, day: number): GoneDay[] {
    return this.#statements.on.all(industryId, day).map(goneOf);
  }

  /** Those of the industry of which a person has said that the hub may put them aside. */
  decided(industryId: string): GoneDay[] {
    return this.#statements.decided.all(industryId).map(goneOf);
  }

  /** In place of what was noted of this day. */
  note(industryId: string, day: number, days: readonly GoneDay[]): void {
    if (days.length === 0 && this.#statements.on.get(industryId, day) === undefined) return;
    this.#writer.run((tx) => {
      this.#statements.dropDay.run(tx, industryId, day);
      for (const { total, isSigned, ...rest } of days)
        this.#statements.put.run(tx, { ...rest, total: JSON.stringify(total), signed: Number(isSigned) });
    });
  }

  /** A person has seen what there is of this day. */
  decide(industryId: string, day: number): void {
    this.#writer.run((tx) => this.#statements.decide.run(tx, industryId, day));
  }

  forget(industryId: string, day: number): void {
    this.#writer.run((tx) => this.#statements.dropDay.run(tx, industryId, day));
  }

  /** Forgets those of other days of the industry: they are equal by now. */
  keepOnly(industryId: string, days: readonly number[]): void {
    if (this.#statements.any.get(industryId) === undefined) return;
    this.#writer.run((tx) => this.#statements.dropOthers.run(tx, industryId, JSON.stringify(days)));
  }
}

const columns = 'uid, day, industry_id industryId, revision, hash, slots, unit_id unitId, param, kind, measure, total, signed';

const prepare = (writer: Writer) => ({
  undecided: writer.select<[], Row>(
    `select ${columns} from sync_gone_day where decided = 0 order by industry_id, day, unit_id, param`,
  ),
  on: writer.select<[string, number], Row>(
    `select ${columns} from sync_gone_day where industry_id = ? and day = ? and decided = 0 order by uid`,
  ),
  decided: writer.select<[string], Row>(
    `select ${columns} from sync_gone_day where industry_id = ? and decided = 1 order by day, uid`,
  ),
  any: writer.select<[string], { day: number }>('select day from sync_gone_day where industry_id = ? limit 1'),
  put: writer.prepare(
    `insert or replace into sync_gone_day (uid, day, industry_id, revision, hash, slots, unit_id, param, kind, measure, total, signed)
     values (@uid, @day, @industryId, @revision, @hash, @slots, @unitId, @param, @kind, @measure, @total, @signed)`,
  ),
  decide: writer.prepare('update sync_gone_day set decided = 1 where industry_id = ? and day = ?'),
  dropDay: writer.prepare('delete from sync_gone_day where industry_id = ? and day = ?'),
  dropOthers: writer.prepare('delete from sync_gone_day where industry_id = ? and day not in (select value from json_each(?))'),
});
