import type { DailySummary } from '../../contract/user/reportRows.ts';
import { round } from '../../core/round.ts';
import { SLOT_MS } from '../../core/slots.ts';
import { dmyOf } from '../../core/time.ts';

import type { Cell, Column, Kpi, Row, TableSection } from './model.ts';
import type { ReportOrder } from './order.ts';
import type { CollectedReport } from './parts.ts';
import { printedNumber } from './render/numbers.ts';

const cellOf = (row: Row, column: Column): Cell => {
  const { [column.key]: cell = null } = row.cells;
  if (cell === null) return null;
  if (column.kind === 'time' && typeof cell === 'number') return new Date(cell).toISOString();
  if (column.kind === 'date' && typeof cell === 'string') return dmyOf(cell);
  return typeof cell === 'number' ? printedNumber(cell, row, column) : cell;
};

/** A table as JSON, its numbers as they are printed. */
export const sectionOf = ({ title, columns, rows, total, notes, empty }: TableSection): DailySummary['sections'][number] => {
  const first = columns[0]?.key ?? '';
  const totals: Row[] = total && rows.length > 0 ? [{ cells: { [first]: total.label, ...total.sums } }] : [];
  return {
    title,
    columns: columns.map(({ key, name, unit }) => ({ key, name, ...(unit && { unit }) })),
    rows: [...rows, ...totals].map((row) => ({
      ...Object.fromEntries(columns.map((column) => [column.key, cellOf(row, column)])),
      ...(row.isGroup && { [first]: row.cells.unit ?? row.cells[first] ?? null }),
      ...(row.starred && row.starred.length > 0 && { estimatedColumns: row.starred.join(',') }),
    })),
    ...((notes || (rows.length === 0 && empty)) && { notes: [...(notes ?? []), ...(rows.length === 0 && empty ? [empty] : [])] }),
  };
};

const kpiOf = ({ value, unit, decimals, previous, changePct, completenessPct }: Kpi): DailySummary['kpis'][string] => ({
  value: round(value, decimals),
  unit,
  completeness: completenessPct ?? 0,
  previous: round(previous, decimals),
  changePct: round(changePct, 1),
});

/** The same report as JSON; charts are left to whoever draws them. */
export const summaryOf = (
  { model, balance, alarms, events, startAt }: CollectedReport,
  { type, service }: ReportOrder,
): DailySummary => ({
  industryName: model.industryName,
  reportType: type,
  service,
  window: {
    from: new Date(model.period.fromMs).toISOString(),
    to: new Date(model.period.toMs).toISOString(),
    label: model.period.label,
    timezone: model.period.timezone,
    shiftStart: startAt,
    open: model.period.isOpen,
  },
  generatedAt: new Date(model.generatedAtMs).toISOString(),
  revision: Number(model.revision) || 0,
  completeness: model.completenessPct ?? 0,
  sections: model.sections.flatMap((section) => (section.kind === 'table' ? [sectionOf(section)] : [])),
  kpis: Object.fromEntries(model.kpis.map((kpi) => [kpi.key, kpiOf(kpi)])),
  balance,
  alerts: alarms,
  events: events.map(({ unitId, slot, kind, before, after, note }) => ({
    unitId,
    at: new Date(slot * SLOT_MS).toISOString(),
    kind,
    before,
    after,
    ...(note && { note }),
  })),
});
