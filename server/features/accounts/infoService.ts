import { isDeepStrictEqual } from 'node:util';
import { standardCategoryIds } from '../../contract/model/common.ts';
import type { AccountsInfo } from '../../contract/user/accounts.ts';
import type { Clock } from '../../core/clock.ts';
import { contentTag } from '../../core/contentTag.ts';
import { type Failure, isFailure } from '../../core/fail.ts';
import { refuseOtherTag } from '../../core/refusal.ts';
import {
  type ConfigurationChanges,
  limitUnitOf,
  toConfigured,
  toUnitInfo,
  type Unit,
  type UnitDirectory,
} from '../../plantModel/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { IndustryService, UnitService } from '../units/index.ts';
import type { AccountsStore, RestorePoint } from './accountsStore.ts';
import type { Actor } from './actor.ts';
import { InfoDraft } from './infoDraft.ts';
import { type InfoOperation, readOperations } from './operation.ts';
import { byOperations } from './operationFaults.ts';

export type InfoParts = {
  store: AccountsStore;
  directory: UnitDirectory;
  changes: Pick<ConfigurationChanges, 'run'>;
  industries: IndustryService;
  units: UnitService;
  audit: AuditTrail;
  clock: Clock;
};

export type InfoOutcome = { path: string; ok: boolean; error?: string };

const BATCH = 10;
const fixedCategories = standardCategoryIds.slice(0, 4);
const CONSUMPTION = 'Consumption Points';

const batchesOf = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, at) => list.slice(at * BATCH, (at + 1) * BATCH));

/** Units with their thresholds, and changing them by path. */
export class InfoService {
  readonly #parts: InfoParts;

  constructor(parts: InfoParts) {
    this.#parts = parts;
  }

  /** Units by the standard category under which they are shown, with the tag of this state. */
  read(industryId: string): { info: AccountsInfo; tag: string } {
    const { directory, industries } = this.#parts;
    const categories = directory.categories(industryId);
    const standardOf = new Map(categories.map(({ id, standardCategoryId }) => [id, standardCategoryId]));
    const groupOf = new Map(categories.flatMap(({ subCategories }) => subCategories.map((sub) => [sub.id, sub.group] as const)));
    const units = directory
      .units(industryId)
      .map((unit, index) => toUnitInfo(unit, index, { group: groupOf.get(unit.subCategoryId) }));
    const keyOf = (categoryId: string): string => standardOf.get(categoryId) ?? categoryId;
    const shown = Map.groupBy(units, ({ categoryId }) => keyOf(categoryId));
    const keys = [...new Set([...fixedCategories, ...categories.map(({ id }) => keyOf(id)), ...shown.keys()])];
    const info = Object.fromEntries(keys.map((key) => [key, shown.get(key) ?? []]));
    return { info, tag: contentTag([industries.industry(industryId).version, info]) };
  }

  /**
   * Applies operations in batches of 10, each whole or not at all.
   * @throws Failure `parameter` for an operation that is not allowed, which is audited; `conflict` when the info was changed
   * since `ifMatch`; `badRequest` when no batch could be applied.
   */
  async patch(actor: Actor, body: unknown, ifMatch: string | undefined): Promise<InfoOutcome[]> {
    const { directory, audit } = this.#parts;
    let operations: InfoOperation[];
    try {
      // indices are replaced by unit ids here, so that a batch that moves units does not mislead a later one
      operations = readOperations(body, directory.units(actor.industryId));
    } catch (error) {
      if (isFailure(error, 'parameter')) await audit.record({ ...actor.act, ...refusalOf(error), outcome: 'refused' });
      throw error;
    }
    const outcomes: InfoOutcome[] = [];
    let first: Failure | undefined;
    for (const [at, batch] of batchesOf(operations).entries()) {
      try {
        await this.#apply(actor, batch, at === 0 ? ifMatch : undefined);
        outcomes.push(...batch.map(({ path }) => ({ path, ok: true })));
      } catch (error) {
        if (!isRule(error) || (at === 0 && isFailure(error, 'conflict') && ifMatch !== undefined)) throw error;
        const refusal = byOperations(error, batch);
        first ??= refusal;
        outcomes.push(...batch.map(({ path }) => ({ path, ok: false, error: refusal.message })));
      }
    }
    if (first && outcomes.every(({ ok }) => !ok)) throw first;
    return outcomes;
  }

  /**
   * One daily threshold for every unit of the source category's consumption points.
   * @returns how many units have it.
   */
  async setConsumptionThreshold(actor: Actor, threshold: number): Promise<number> {
    const { directory, changes, units, audit } = this.#parts;
    const { industryId } = actor;
    return changes.run(industryId, async () => {
      const subs = new Set(
        directory
          .categories(industryId)
          .filter(({ standardCategoryId }) => standardCategoryId === 'SOURCE_CATEGORY')
          .flatMap(({ subCategories }) => subCategories.filter(({ group }) => group === CONSUMPTION).map(({ id }) => id)),
      );
      const wanted = directory.units(industryId).filter(({ subCategoryId }) => subs.has(subCategoryId));
      const stored = (unit: Unit): number => toConfigured(threshold, limitUnitOf(unit));
      const different = wanted.filter((unit) => unit.meta.unitThreshold !== stored(unit));
      const specs = different.map((unit) => ({
        unitId: unit.id,
        spec: { ...unit, meta: { ...unit.meta, unitThreshold: stored(unit) } },
      }));
      await units.changeAll(industryId, specs, {
        also: (tx) => {
          for (const unit of different) {
            const { id, meta } = unit;
            audit.append(tx, {
              ...actor.act,
              kind: 'unit.threshold',
              subject: `${id}/unitThreshold`,
              before: meta.unitThreshold ?? null,
              after: stored(unit),
            });
          }
        },
      });
      return wanted.length;
    });
  }

  checkpoint(industryId: string, path: string | undefined): Promise<RestorePoint | undefined> {
    const normal = path === undefined ? undefined : `/${path.replace(/^\//, '')}`;
    return this.#parts.store.checkpoint(industryId, normal);
  }

  #apply(actor: Actor, batch: readonly InfoOperation[], ifMatch: string | undefined): Promise<void> {
    const { directory, changes, industries, units, store, audit, clock } = this.#parts;
    const { industryId, userId } = actor;
    return changes.run(industryId, async () => {
      if (ifMatch !== undefined) refuseOtherTag(ifMatch, this.read(industryId).tag);
      const industry = industries.industry(industryId);
      const draft = new InfoDraft(industry, directory.categories(industryId), directory.units(industryId));
      const notes = batch.map((operation) => draft.apply(operation));
      const { write, shift } = draft.industryWrite();
      const full = shift ? { ...write, shift: await industries.checkedShift(industryId, shift) } : write;
      const direct = batch.flatMap(({ kind, rule, path }) =>
        kind === 'industry' || ('direct' in rule && rule.direct) ? [path] : [],
      );
      await units.changeAll(industryId, draft.unitChanges(), {
        also: (tx) => {
          if (!isDeepStrictEqual(full, {})) store.putIndustry(tx, industryId, full);
          store.putCheckpoints(tx, { industryId, userId, nowMs: clock.now() }, direct);
          for (const note of notes) audit.append(tx, { ...actor.act, ...note });
        },
      });
    });
  }
}

/** A batch that breaks a rule of the plant; anything else stops the request. */
const isRule = (error: unknown): error is Failure =>
  isFailure(error) && ['badRequest', 'conflict', 'notFound'].includes(error.code);

const refusalOf = ({ details, message }: Failure): { kind: string; subject: string; after: string } => ({
  kind: 'info.change',
  subject: (details.errors?.[0]?.path ?? '').slice(0, 200),
  after: message.slice(0, 500),
});
