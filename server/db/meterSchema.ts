export interface MeterChangeTable {
  series_id: number;
  slot: number;
  second: number;
  /** Counts of the display of the old meter; null for the first meter. */
  closing: number | null;
  opening: number;
  old_base_per_count: number;
  note: string;
}

export interface MeterTable {
  series_id: number;
  valid_from_slot: number;
  /** In counts of the display. */
  modulus: number;
  /** Stored units (L, Wh, mm) per count of the display. */
  base_per_count: number;
  /** Largest believable flow, counts per hour. */
  max_per_hour: number;
  /** Largest step back taken for backflow, counts. */
  back_deadband: number;
}
