import type { Collecting } from '../collect/context.ts';
import type { UnitReading } from '../collect/unitReading.ts';
import type { DataSheet, Kpi, Section } from '../model.ts';
import type { ReturnOrder } from './order.ts';

export type ReturnContext = Collecting & { asked: ReturnOrder };

/** The contents of one return. */
export type ReturnPart = {
  kpis: Kpi[];
  sections: Section[];
  /** Every series that was read, for completeness, revision and events. */
  readings: UnitReading[];
  data: DataSheet;
  dataRows: number;
  notes: string[];
};

/** A kind of return: its title, the steps of its window, and how its contents are collected. */
export type ReturnSubject = {
  title: string;
  step: 'day' | 'month';
  signatures: readonly string[];
  collect(context: ReturnContext): Promise<ReturnPart>;
};
