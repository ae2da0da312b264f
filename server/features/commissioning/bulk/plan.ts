import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { BulkKind, ImportReport } from '../../../contract/plant/commissioning/bulk.ts';
import { reasonOf } from '../../../contract/reasonOf.ts';
import type { TimeSlice } from '../../../core/cooperativeScheduler.ts';
import { unfitValue } from '../../../core/text/controlCharacters.ts';
import { unreadFields } from '../../../http/validation.ts';
import type { WritePoint } from '../../plc/index.ts';
import type { Connection, Device, Tag } from '../model.ts';
import type { BulkRecords, WritePointLookup } from '../recordRules.ts';
import type { FieldRegistry } from '../registry.ts';
import type { TemplateCatalog } from '../templates/catalog.ts';
import { cellsOf, columnAt, columnsOf, kinds, schemaOf } from './columns.ts';
import type { SheetCell } from './formats/table.ts';
import type { RowFault, Source, SourceRow } from './source.ts';

export type Change = ImportReport['changes'][number];
export type Plan = {
  records: BulkRecords;
  rowOf: Map<string, number>;
  changes: Change[];
  counts: ImportReport['counts'];
  faults: RowFault[];
};

/** Changes that are reported one by one; those of write points all are, for the audit log keeps them. */
const MOST_CHANGES = 500;
/** Of the name of a field that nobody knows. */
const MOST_PATH = 200;

type AnyRecord = Connection | Device | Tag | WritePoint;

const sentenceOf = ({ code, message, path }: z.core.$ZodIssue, draft: object): string => {
  const value = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined),
    draft,
  );
  return value === undefined && code !== 'custom' ? 'is missing' : message;
};

/** What a file would do to an industry's configuration, record by record, before any rule of the plant is asked. */
export class Planner {
  readonly #industryId: string;
  readonly #registry: FieldRegistry;
  readonly #points: Pick<WritePointLookup, 'find'>;
  readonly #catalog: TemplateCatalog;
  readonly #plan: Plan = {
    records: { connections: [], devices: [], tags: [], writePoints: [] },
    rowOf: new Map(),
    changes: [],
    counts: {
      connections: { created: 0, changed: 0, same: 0 },
      devices: { created: 0, changed: 0, same: 0 },
      tags: { created: 0, changed: 0, same: 0 },
      writePoints: { created: 0, changed: 0, same: 0 },
    },
    faults: [],
  };
  /** Ids and names of what will be there, so that a row may refer to another by its name. */
  readonly #known: Record<'connections' | 'devices', { ids: Set<string>; names: Map<string, Set<string>> }>;

  constructor(
    { registry, points, catalog }: { registry: FieldRegistry; points: Pick<WritePointLookup, 'find'>; catalog: TemplateCatalog },
    industryId: string,
  ) {
    this.#industryId = industryId;
    this.#registry = registry;
    this.#points = points;
    this.#catalog = catalog;
    this.#known = { connections: { ids: new Set(), names: new Map() }, devices: { ids: new Set(), names: new Map() } };
    for (const one of registry.connectionsOf(industryId)) this.#know('connections', one);
    for (const one of registry.devicesOf(industryId)) this.#know('devices', one);
  }

  async plan(source: Source, pace: TimeSlice): Promise<Plan> {
    this.#plan.faults.push(...source.faults);
    const byKind = Map.groupBy(source.rows, ({ kind }) => kind);
    for (const kind of kinds)
      for (const row of byKind.get(kind) ?? []) {
        await pace.turn();
        this.#take(row);
      }
    return this.#plan;
  }

  #take(source: SourceRow): void {
    const { kind, row, id } = source;
    const present = id === undefined ? undefined : this.#present(kind, id);
    const before = present && cellsOf(kind, present);
    const { draft, faults } = source.draft(before);
    if (faults.length > 0) {
      this.#plan.faults.push(...faults.map((fault) => ({ kind, row, ...fault })));
      return;
    }
    if (id !== undefined && this.#plan.rowOf.has(`${kind}/${id}`)) {
      this.#fault(source, 'id', `id ${id} is that of row ${this.#plan.rowOf.get(`${kind}/${id}`)} too`);
      return;
    }
    const record = this.#parse(source, draft, present);
    if (record) this.#add(source, record, present, before);
  }

  #add(
    { kind, row, id }: SourceRow,
    record: AnyRecord & { sentVersion?: number | undefined },
    present: AnyRecord | undefined,
    before: readonly SheetCell[] | undefined,
  ): void {
    const { sentVersion, ...after } = record;
    this.#plan.rowOf.set(`${kind}/${after.id}`, row);
    if (kind === 'connections' || kind === 'devices') this.#know(kind, after);
    const cells = cellsOf(kind, after);
    const fields = columnsOf[kind].flatMap(({ name, path }, i) =>
      name === 'version' || name === 'id' || path.length === 0 || (before?.[i] ?? null) === (cells[i] ?? null)
        ? []
        : [{ column: name, before: before?.[i] ?? null, after: cells[i] ?? null }],
    );
    const count = this.#plan.counts[kind];
    if (present && fields.length === 0) {
      count.same += 1;
      return;
    }
    if (present && sentVersion !== undefined && sentVersion !== present.version) {
      this.#fault(
        { kind, row },
        'version',
        `version ${sentVersion} is no longer the present one: it was changed meanwhile and is ${present.version}`,
      );
      return;
    }
    count[present ? 'changed' : 'created'] += 1;
    (this.#plan.records[kind] as AnyRecord[]).push(after);
    const action = present ? 'change' : 'create';
    if (kind === 'writePoints' || this.#plan.changes.length < MOST_CHANGES)
      this.#plan.changes.push({ kind, row, action, id: present || id ? after.id : null, name: after.name, fields });
  }

  #parse(
    source: SourceRow,
    draft: Record<string, unknown>,
    present: AnyRecord | undefined,
  ): (AnyRecord & { sentVersion?: number | undefined }) | undefined {
    const { kind, row } = source;
    if (kind === 'devices') this.#takeTemplateLimits(draft);
    if (this.#isUnfit(source, draft)) return undefined;
    const parsed = schemaOf[kind].safeParse(draft, { error: reasonOf });
    if (!parsed.success) {
      for (const issue of parsed.error.issues) {
        const path = issue.path.join('.');
        this.#plan.faults.push({ kind, row, column: columnAt(kind, path) ?? (path || null), message: sentenceOf(issue, draft) });
      }
      return undefined;
    }
    const unknown = unreadFields(draft, parsed.data);
    for (const path of unknown) this.#fault({ kind, row }, path.slice(0, MOST_PATH), 'is no field here');
    if (unknown.length > 0) return undefined;
    const { id = randomUUID(), version: sentVersion, ...spec } = parsed.data;
    const version = present ? present.version + 1 : (sentVersion ?? 1);
    const record = { ...spec, id, industryId: this.#industryId, version, sentVersion } as AnyRecord & { sentVersion?: number };
    if ('slaveId' in record) return this.#resolved(source, record, 'connections', 'connectionId');
    if ('deviceId' in record) return this.#resolved(source, record, 'devices', 'deviceId');
    return record;
  }

  /** What no field takes over HTTP is not taken from a file either. */
  #isUnfit({ kind, row }: SourceRow, draft: Record<string, unknown>): boolean {
    const unfit = unfitValue(draft);
    if (!unfit) return false;
    this.#fault({ kind, row }, columnAt(kind, unfit.path) ?? 'id', unfit.reason);
    return true;
  }

  /** A row that names no limits gets those of its model, as a device does that is added by hand. */
  #takeTemplateLimits(draft: Record<string, unknown>): void {
    const template = typeof draft.templateId === 'string' ? this.#catalog.find(this.#industryId, draft.templateId) : undefined;
    if (template) draft.limits ??= template.limits;
  }

  #resolved<T extends Device | Tag | WritePoint>(
    source: SourceRow,
    record: T,
    kind: 'connections' | 'devices',
    field: 'connectionId' | 'deviceId',
  ): T | undefined {
    const sent = String(Reflect.get(record, field));
    const { ids, names } = this.#known[kind];
    if (ids.has(sent)) return record;
    const named = names.get(sent);
    if (named?.size === 1) return { ...record, [field]: [...named][0] };
    this.#fault(
      source,
      field,
      named
        ? `${sent} is the name of ${named.size} ${kind}: give the id`
        : `${sent} is neither the id nor the name of one of the ${kind}`,
    );
    return undefined;
  }

  #present(kind: BulkKind, id: string): AnyRecord | undefined {
    if (kind === 'connections') return this.#registry.connection(this.#industryId, id);
    if (kind === 'devices') return this.#registry.device(this.#industryId, id);
    return kind === 'tags' ? this.#registry.tag(this.#industryId, id) : this.#points.find(this.#industryId, id);
  }

  #know(kind: 'connections' | 'devices', { id, name }: { id: string; name: string }): void {
    const { ids, names } = this.#known[kind];
    ids.add(id);
    names.set(name, (names.get(name) ?? new Set()).add(id));
  }

  #fault({ kind, row }: Pick<SourceRow, 'kind' | 'row'>, column: string, message: string): void {
    this.#plan.faults.push({ kind, row, column, message });
  }
}
