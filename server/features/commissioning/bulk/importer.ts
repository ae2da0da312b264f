import { createHash } from 'node:crypto';
import type { ImportReport } from '../../../contract/plant/commissioning/bulk.ts';
import type { Clock } from '../../../core/clock.ts';
import { contentTag } from '../../../core/contentTag.ts';
import { type CooperativeScheduler, TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { Failure } from '../../../core/fail.ts';
import type { ConfigurationChanges } from '../../../plantModel/index.ts';
import type { WritePointLookup } from '../recordRules.ts';
import type { RecordWriter } from '../recordWriter.ts';
import type { FieldRegistry } from '../registry.ts';
import type { TemplateCatalog } from '../templates/catalog.ts';
import { columnAt, kinds, wordOf } from './columns.ts';
import { type ParseFile, parseFile } from './parsedFile.ts';
import { type Plan, Planner } from './plan.ts';
import { type RowFault, type Source, sourceOf } from './source.ts';

const MOST_ERRORS = 200;

export type ConfigurationImportParts = {
  registry: FieldRegistry;
  points: Pick<WritePointLookup, 'list' | 'find'>;
  catalog: TemplateCatalog;
  writer: RecordWriter;
  changes: Pick<ConfigurationChanges, 'run'>;
  /** Reads a file; in this process where none is given. */
  parse?: ParseFile;
  turns: CooperativeScheduler;
  clock: Clock;
};

type Take = { from?: string | undefined; refuseLost?: () => void };
type Prepared = { plan: Plan; report: ImportReport };

/** Takes over a file of lines, devices, tags and write points: all of it or nothing. */
export class ConfigurationImport {
  readonly #parts: ConfigurationImportParts;

  constructor(parts: ConfigurationImportParts) {
    this.#parts = parts;
  }

  /**
   * What the file would change and what is wrong with it; nothing is changed.
   * @throws Failure `badRequest` when it cannot be read at all.
   */
  async look(industryId: string, sent: Uint8Array, signal: AbortSignal): Promise<ImportReport> {
    const pace = this.#pace(signal);
    return (await this.#prepare(industryId, await this.#read(sent, pace, signal), true, pace)).report;
  }

  /**
   * Merges the file into the configuration.
   * @param how `from`: the configuration that the change was looked at with; not checked where absent. `refuseLost` is called before
   * anything is changed, and may throw.
   * @throws Failure `badRequest` with every row that is wrong, `conflict` for another `from`; nothing is changed then.
   */
  async take(industryId: string, sent: Uint8Array, signal: AbortSignal, { from, refuseLost }: Take = {}): Promise<ImportReport> {
    const { changes, writer } = this.#parts;
    const pace = this.#pace(signal);
    const source = await this.#read(sent, pace, signal);
    return changes.run(industryId, async () => {
      if (from !== undefined && from !== this.#state(industryId))
        throw new Failure('conflict', 'The configuration was changed meanwhile: look at the file again');
      const { plan, report } = await this.#prepare(industryId, source, false, pace);
      refuseFaults(report);
      refuseLost?.();
      await writer.write(industryId, plan.records, pace);
      return { ...report, applied: true };
    });
  }

  /** Differs where anybody changed anything of it. */
  #state(industryId: string): string {
    const { registry, points } = this.#parts;
    const lists = [
      registry.connectionsOf(industryId),
      registry.devicesOf(industryId),
      registry.tagsOf(industryId),
      points.list(industryId),
    ];
    return contentTag(lists.map((list) => list.map(({ id, version }) => `${id} ${version}`).toSorted()));
  }

  async #read(sent: Uint8Array, pace: TimeSlice, signal: AbortSignal): Promise<Source> {
    const { parse = parseFile } = this.#parts;
    return sourceOf(await parse(sent, pace, signal), pace);
  }

  #pace(signal: AbortSignal): TimeSlice {
    return new TimeSlice(this.#parts.turns, this.#parts.clock, signal);
  }

  async #prepare(industryId: string, source: Source, dryRun: boolean, pace: TimeSlice): Promise<Prepared> {
    const plan = await new Planner(this.#parts, industryId).plan(source, pace);
    // rules are for rows that can be understood: a missing line would make every device on it wrong too
    const broken = plan.faults.length > 0 ? [] : await this.#parts.writer.faults(industryId, plan.records, pace);
    const faults: RowFault[] = [
      ...plan.faults,
      ...broken.map(({ kind, id, path, message }) => ({
        kind,
        row: plan.rowOf.get(`${kind}/${id}`) ?? 0,
        column: columnAt(kind, path),
        message,
      })),
    ];
    const warnings = faults.length > 0 ? [] : await this.#parts.writer.loadWarnings(industryId, plan.records, pace);
    const report: ImportReport = {
      format: source.format,
      dryRun,
      applied: false,
      counts: plan.counts,
      changes: plan.changes,
      moreChanges:
        kinds.reduce((sum, kind) => sum + plan.counts[kind].created + plan.counts[kind].changed, 0) - plan.changes.length,
      errors: faults.slice(0, MOST_ERRORS),
      moreErrors: Math.max(0, faults.length - MOST_ERRORS),
      from: this.#state(industryId),
      warnings,
    };
    return { plan, report };
  }
}

const refuseFaults = ({ errors, moreErrors }: ImportReport): void => {
  if (errors.length === 0) return;
  const listed = errors.map(({ kind, row, column, message }) => {
    const path = `${kind} row ${row}${column ? ` ${column}` : ''}`;
    return { path, message: `${wordOf[kind]} in row ${row}${column ? `, ${column}` : ''}: ${message}` };
  });
  const count = errors.length + moreErrors;
  throw new Failure('badRequest', `${count} ${count === 1 ? 'error' : 'errors'} in the file; nothing was imported`, {
    errors: listed,
  });
};

/** What the audit log keeps of a file: enough to know it again. */
export const fingerprint = (sent: Uint8Array): { bytes: number; sha256: string } => ({
  bytes: sent.byteLength,
  sha256: createHash('sha256').update(sent).digest('hex'),
});
