import type { Generated } from 'kysely';
import type { DeviceTemplateTable, LoopTestPhotoTable, LoopTestTable } from './commissioningSchema.ts';
import type { DocumentTable } from './documentSchema.ts';
import type { ExecutiveGrantTable, ExecutivePinTable, ExecutiveTicketTable } from './executiveSchema.ts';
import type { LoginTables } from './loginSchema.ts';
import type { MeterChangeTable, MeterTable } from './meterSchema.ts';
import type { RainChangeTable, RainDayTable, RainNormalTable } from './rainSchema.ts';
import type { ReportMailTable, ReportRunTable, ReportScheduleTable } from './reportSchema.ts';
import type { RoLogTable, RoReferenceTable } from './roSchema.ts';

/** One interface per table; times are epoch milliseconds, days count from the epoch, slots are floor(epoch seconds / 300). */
export interface Schema extends LoginTables {
  migration: MigrationTable;
  industry: IndustryTable;
  industry_shift: IndustryShiftTable;
  user: UserTable;
  category: CategoryTable;
  sub_category: SubCategoryTable;
  unit: UnitTable;
  series: SeriesTable;
  meter: MeterTable;
  meter_change: MeterChangeTable;
  connection: ConnectionTable;
  device: DeviceTable;
  tag: TagTable;
  reading_open: ReadingOpenTable;
  reading_running: ReadingRunningTable;
  reading_day: ReadingDayTable;
  day_total: DayTotalTable;
  day_node: DayNodeTable;
  counter_event: CounterEventTable;
  settings_document: SettingsDocumentTable;
  checkpoint: CheckpointTable;
  document: DocumentTable;
  audit: AuditTable;
  device_template: DeviceTemplateTable;
  loop_test: LoopTestTable;
  loop_test_photo: LoopTestPhotoTable;
  ro_log: RoLogTable;
  ro_reference: RoReferenceTable;
  rain_day: RainDayTable;
  rain_normal: RainNormalTable;
  rain_change: RainChangeTable;
  report_schedule: ReportScheduleTable;
  report_run: ReportRunTable;
  report_mail: ReportMailTable;
  executive_grant: ExecutiveGrantTable;
  executive_pin: ExecutivePinTable;
  executive_ticket: ExecutiveTicketTable;
}

type Flag = number;
type Json = string;

export interface MigrationTable {
  number: number;
  name: string;
  applied_at: number;
}

export interface IndustryTable {
  id: string;
  name: string;
  currency: Generated<string>;
  joined_at: number;
  disabled: Generated<Flag>;
  /** Active users at most. */
  max_users: Generated<number>;
  max_sso_users: Generated<number>;
  meta: Generated<Json>;
  version: Generated<number>;
}

export interface IndustryShiftTable {
  industry_id: string;
  /** YYYY-MM-DD, first shift day it rules. */
  valid_from: string;
  timezone: string;
  start_at: string;
  end_at: string;
  shift_name: string;
}

export interface UserTable {
  id: string;
  industry_id: string;
  username: string;
  email: string | null;
  phone: string | null;
  name: Generated<string>;
  role: string;
  permissions: Json;
  password_hash: string | null;
  active: Generated<Flag>;
  disabled: Generated<Flag>;
  internal: Generated<Flag>;
  created_at: number;
  /** regular or sso */
  kind: Generated<string>;
}

/** Keyed by industry and id: the id is the standard category it shows, such as SOURCE_CATEGORY. */
export interface CategoryTable {
  industry_id: string;
  id: string;
  display_name: string;
  standard_category_id: string;
  si_unit: string;
  enabled: Generated<Flag>;
  position: Generated<number>;
  version: Generated<number>;
}

/** Keyed by industry and id. */
export interface SubCategoryTable {
  industry_id: string;
  id: string;
  category_id: string;
  display_name: string;
  group_name: Generated<string>;
  enabled: Generated<Flag>;
  position: Generated<number>;
  version: Generated<number>;
}

export interface UnitTable {
  id: string;
  industry_id: string;
  sub_category_id: string;
  name: string;
  type: string;
  standard_category_id: string;
  standard_category_ids: Generated<Json>;
  si_unit: string;
  deployed: Generated<Flag>;
  position: Generated<number>;
  max_capacity: number | null;
  meta: Generated<Json>;
  created_at: number;
  version: Generated<number>;
}

export interface SeriesTable {
  id: Generated<number>;
  uid: string;
  industry_id: string;
  unit_id: string;
  param: string;
  /** counter: slot increments; gauge: slot mean; stock: last value in the slot. */
  kind: string;
  /** Stored unit: L, Wh, mm, m, m3/h, kW, or the parameter's own. */
  measure: string;
}

export interface ConnectionTable {
  id: string;
  industry_id: string;
  name: string;
  enabled: Generated<Flag>;
  settings: Json;
  version: Generated<number>;
}

export interface DeviceTable {
  id: string;
  industry_id: string;
  connection_id: string;
  name: string;
  slave_id: number;
  template_id: string | null;
  enabled: Generated<Flag>;
  timeout_ms: number | null;
  accept_any_unit: Generated<Flag>;
  limits: Json;
  version: Generated<number>;
}

export interface TagTable {
  id: string;
  industry_id: string;
  device_id: string;
  name: string;
  kind: string;
  decode: Json;
  period_ms: number;
  measure: Generated<string>;
  unit_id: string | null;
  param: string | null;
  version: Generated<number>;
}

export interface ReadingOpenTable {
  slot: number;
  series_id: number;
  value: number | null;
  quality: string;
  /** Counters: last good reading in the slot; gauges: sum of late samples. */
  raw: number | null;
  mark: Generated<number>;
  checksum: number | null;
}

export interface ReadingRunningTable {
  slot: number;
  part: number;
  places: number;
  packed: Uint8Array;
  checksum: number;
}

export interface ReadingDayTable {
  series_id: number;
  day: number;
  first_slot: number;
  slots: number;
  packed: Uint8Array;
  revision: Generated<number>;
  hash: Uint8Array | null;
  checksum: number | null;
}

export interface DayTotalTable {
  series_id: number;
  day: number;
  revision: Generated<number>;
  sum: number | null;
  min: number | null;
  max: number | null;
  avg: number | null;
  last: number | null;
  /** Slots of the day, and how many of them are G, B or R. */
  expected: number;
  complete: number;
  /** The part of the sum whose volume was estimated (F). */
  estimated: Generated<number>;
  counter_open: number | null;
  counter_close: number | null;
  checksum: number | null;
}

/** The hash of a shift day of all series of an industry; null while it has to be worked out. */
export interface DayNodeTable {
  industry_id: string;
  day: number;
  hash: Uint8Array | null;
}

export interface CounterEventTable {
  id: Generated<number>;
  series_id: number;
  slot: number;
  kind: string;
  before: number | null;
  after: number | null;
  note: Generated<string>;
}

/** Append-only: triggers refuse every change. Each row's hash covers its fields and the hash of the row before it. */
export interface AuditTable {
  /** From 1 on, without gaps. */
  id: number;
  at: number;
  industry_id: string | null;
  user_id: string | null;
  kind: string;
  outcome: string;
  /** How many alike were gathered into this row. */
  count: number;
  ip: string | null;
  request_id: string | null;
  subject: string | null;
  before: Json | null;
  after: Json | null;
  prev_hash: string;
  hash: string;
}

/** The highest version of a section rules; those before it are kept. */
export interface SettingsDocumentTable {
  industry_id: string;
  /** alerts or reports */
  section: string;
  version: number;
  document: Json;
  saved_at: number;
  saved_by: string;
}

/** When a path of PATCH /accounts/info was last changed, and by whom. */
export interface CheckpointTable {
  industry_id: string;
  path: string;
  user_id: string;
  created_at: number;
}
