/** When a schedule was first seen: reports that were due before are not made. */
export interface ReportScheduleTable {
  industry_id: string;
  schedule_id: string;
  seen_at: number;
}

/** One report that a schedule made, or could not make. */
export interface ReportRunTable {
  industry_id: string;
  schedule_id: string;
  /** Shift date that the report ends with, YYYY-MM-DD. */
  date: string;
  state: 'waiting' | 'made' | 'failed';
  due_at: number;
  attempts: number;
  made_at: number | null;
  /** Below the data folder; empty until it is made. */
  file: string;
  error: string;
}

/** A report on its way to one person. */
export interface ReportMailTable {
  id: string;
  industry_id: string;
  schedule_id: string;
  date: string;
  recipient: string;
  state: 'queued' | 'sent' | 'failed';
  due_at: number;
  attempts: number;
  sent_at: number | null;
  error: string;
}
