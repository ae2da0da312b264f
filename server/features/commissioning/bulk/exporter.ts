import type { BulkFormat, BulkKind } from '../../../contract/plant/commissioning/bulk.ts';
import type { Clock } from '../../../core/clock.ts';
import { type CooperativeScheduler, TimeSlice } from '../../../core/cooperativeScheduler.ts';
import type { Jobs } from '../../../core/jobs.ts';
import type { BulkRecords, WritePointLookup } from '../recordRules.ts';
import type { FieldRegistry } from '../registry.ts';
import { cellsOf, columnsOf, kinds, wordOf } from './columns.ts';
import { writeCsv } from './formats/csv.ts';
import { writeJson } from './formats/json.ts';
import type { SheetCell } from './formats/table.ts';
import { writeXlsx } from './formats/xlsxWrite.ts';

/** Columns of the one flat table: those of every kind, each once. */
const flatColumns: readonly string[] = ['kind', ...new Set(kinds.flatMap((kind) => columnsOf[kind].map(({ name }) => name)))];

type Named = { id: string; name: string };
const byName = (a: Named, b: Named): number => (a.name === b.name ? compare(a.id, b.id) : compare(a.name, b.name));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const places = (records: readonly { id: string }[]): Map<string, number> => new Map(records.map(({ id }, i) => [id, i]));

/** Records of an industry in an order that does not depend on when they were made. */
const inOrder = (registry: FieldRegistry, points: Pick<WritePointLookup, 'list'>, industryId: string): BulkRecords => {
  const connections = registry.connectionsOf(industryId).sort(byName);
  const lines = places(connections);
  const place = (map: ReadonlyMap<string, number>, id: string): number => map.get(id) ?? 0;
  const devices = registry
    .devicesOf(industryId)
    .sort((a, b) => place(lines, a.connectionId) - place(lines, b.connectionId) || a.slaveId - b.slaveId || byName(a, b));
  const owners = places(devices);
  const tags = registry.tagsOf(industryId).sort((a, b) => place(owners, a.deviceId) - place(owners, b.deviceId) || byName(a, b));
  const writePoints = points
    .list(industryId)
    .sort((a, b) => place(owners, a.deviceId) - place(owners, b.deviceId) || byName(a, b));
  return { connections, devices, tags, writePoints };
};

/** Cells made when they are asked for, so that writing a file stays a row of small steps. */
function* rowsOf(kind: BulkKind, records: Iterable<object>): Generator<SheetCell[]> {
  for (const record of records) yield cellsOf(kind, record);
}

function* flatRows(records: BulkRecords): Generator<SheetCell[]> {
  for (const kind of kinds) {
    const own = new Map(columnsOf[kind].map(({ name }, i) => [name, i]));
    const at = flatColumns.map((name) => own.get(name));
    for (const cells of rowsOf(kind, records[kind]))
      yield at.map((i, column) => (column === 0 ? wordOf[kind] : i === undefined ? null : (cells[i] ?? null)));
  }
}

export type ConfigurationExportParts = {
  registry: FieldRegistry;
  points: Pick<WritePointLookup, 'list'>;
  turns: CooperativeScheduler;
  clock: Clock;
};

/** Writes everything of an industry's field as a file. */
export class ConfigurationExport {
  readonly #registry: FieldRegistry;
  readonly #points: Pick<WritePointLookup, 'list'>;
  readonly #turns: CooperativeScheduler;
  readonly #clock: Clock;

  constructor({ registry, points, turns, clock }: ConfigurationExportParts) {
    this.#registry = registry;
    this.#points = points;
    this.#turns = turns;
    this.#clock = clock;
  }

  /** In steps; ends with the signal's reason once the client has gone. */
  async write(industryId: string, format: BulkFormat, signal: AbortSignal): Promise<Buffer> {
    const pace = new TimeSlice(this.#turns, this.#clock, signal);
    await pace.turn();
    const records = inOrder(this.#registry, this.#points, industryId);
    if (format === 'json') return writeJson(records, pace);
    if (format === 'csv') return writeCsv(flatColumns, flatRows(records), pace);
    const sheets = kinds.map((kind) => ({
      name: kind,
      columns: columnsOf[kind].map(({ name }) => name),
      rows: rowsOf(kind, records[kind]),
    }));
    return writeXlsx(sheets, pace);
  }
}

const LONGEST_MS = 60_000;

/** Has the file written by a job process, of what is stored when it begins. */
export const exportApart = (jobs: Jobs): Pick<ConfigurationExport, 'write'> => ({
  write: async (industryId, format, signal) =>
    Buffer.from(
      (await jobs.run('exportConfiguration', { industryId, format }, { signal, timeLimitMs: LONGEST_MS })) as Uint8Array,
    ),
});
