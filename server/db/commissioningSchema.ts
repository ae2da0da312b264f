import type { Generated } from 'kysely';

/** Keyed by industry and id. */
export interface DeviceTemplateTable {
  industry_id: string;
  id: string;
  /** DeviceTemplate as JSON. */
  document: string;
  version: Generated<number>;
  saved_at: number;
  saved_by: string;
}

export interface LoopTestTable {
  id: string;
  industry_id: string;
  unit_id: string;
  param: string;
  tested_at: number;
  /** YYYY-MM-DD */
  due_on: string | null;
  document: string;
  corrects: string | null;
  saved_at: number;
  saved_by: string;
}

export interface LoopTestPhotoTable {
  id: string;
  industry_id: string;
  loop_test_id: string;
  type: string;
  width: number;
  height: number;
  content: Uint8Array;
  saved_at: number;
  saved_by: string;
}
