/** What was done to an RO plant; entries are added and never changed. */
export interface RoLogTable {
  id: string;
  industry_id: string;
  plant_id: string;
  kind: string;
  started_at: number;
  /** The start where no end was given. */
  ended_at: number;
  /** RoLogSpec as JSON. */
  document: string;
  created_at: number;
  created_by: string;
}

/** The day that a plant is compared with, from its start or a membrane change on. */
export interface RoReferenceTable {
  industry_id: string;
  plant_id: string;
  /** End of the membrane change; 0 for the first membranes. */
  since: number;
  day: number;
  water: number;
  salt: number;
  pressure: number;
  /** Of the readings and settings that it was worked out from. */
  signature: string;
  saved_at: number;
}
