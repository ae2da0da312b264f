/** Rain of a day from an uploaded or remote record. */
export interface RainDayTable {
  industry_id: string;
  unit_id: string;
  /** Days since the epoch. */
  day: number;
  mm: number;
  source: string;
}

export interface RainNormalTable {
  industry_id: string;
  unit_id: string;
  /** 1 for January. */
  month: number;
  mm: number;
  source: string;
}

export interface RainChangeTable {
  industry_id: string;
  unit_id: string;
  revision: number;
}
