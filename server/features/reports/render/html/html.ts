import { escapeHtml } from '../../../../core/text/escapeHtml.ts';
import type { Column, Kpi, ReportModel, Row, Section, TableSection } from '../../model.ts';
import { chartDrawing } from '../chart.ts';
import { flowDrawing } from '../flowFigure.ts';
import { changeWords, headText, isNumeric, numberText, rowText } from '../numbers.ts';
import { printedSections } from '../printed.ts';
import { firstPageHtml } from './firstPage.ts';
import { styleFor } from './style.ts';
import { drawingSvg } from './svg.ts';

const CHART = { width: 700, height: 190 } as const;
const FLOW = { width: 700, height: 300 } as const;

const element = (name: string, text: string, attributes = ''): string => `<${name}${attributes}>${escapeHtml(text)}</${name}>`;

/** The whole report as one page that needs nothing else: no script, no file, no address. */
export const renderHtml = (model: ReportModel): string => {
  const isRich = model.template === 'v2';
  const sections = printedSections(model);
  const columns = Math.max(0, ...sections.map((section) => (section.kind === 'table' ? section.columns.length : 0)));
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    element('title', `${model.title} – ${model.industryName} – ${model.period.label}`),
    `<style>${styleFor(columns)}</style></head><body><main>`,
    header(model),
    model.firstPage
      ? firstPageHtml(model.firstPage)
      : isRich && model.kpis.length > 0
        ? `<div class="tiles">${model.kpis.map(tile).join('')}</div>`
        : '',
    ...sections.map((section) => sectionHtml(section, model.period.timezone)),
    footnotes(model),
    signatures(model, isRich),
    '</main></body></html>\n',
  ].join('\n');
};

const header = (model: ReportModel): string => {
  const { period, logo } = model;
  const picture = logo ? `<img alt="" src="data:${logo.mediaType};base64,${Buffer.from(logo.bytes).toString('base64')}">` : '';
  const facts: [string, string][] = [
    ['Period', `${period.label}${period.isOpen ? ' (still running)' : ''}`],
    ['Shift', `${period.shift}, ${period.timezone}`],
    ['Completeness', model.completenessPct === null ? 'not known' : `${numberText(model.completenessPct, 1)} %`],
    ['Revision', model.revision],
    ['Made', `${model.generatedAt} by ${model.generatedBy}`],
    ['Template', model.template],
  ];
  const list = facts.map(([name, value]) => `<div>${element('dt', name)}${element('dd', value)}</div>`).join('');
  return `<header>${picture}<div>${element('p', model.industryName, ' class="plant"')}${element('h1', model.title)}</div></header><dl class="facts">${list}</dl>`;
};

const tile = (kpi: Kpi): string => {
  const { name, value, unit, decimals, completenessPct, status } = kpi;
  return `<div class="tile ${status ?? 'unknown'}">${element('p', name)}<p class="figure">${escapeHtml(numberText(value, decimals))} ${element('span', unit)}</p>${element(
    'p',
    `${changeWords(kpi)}${completenessPct === null ? '' : `, ${numberText(completenessPct, 1)} % complete`}`,
    ' class="small"',
  )}</div>`;
};

const sectionHtml = (section: Section, timezone: string): string => {
  const title = element('h2', section.title);
  if (section.kind === 'table') return `<section>${title}${tableHtml(section, timezone)}</section>`;
  const drawing =
    section.kind === 'chart' ? chartDrawing(section, CHART.width, CHART.height) : flowDrawing(section, FLOW.width, FLOW.height);
  const figure = drawing.shapes.length > 0 ? drawingSvg(drawing) : '<p class="small">Nothing to draw.</p>';
  return `<section class="figure-section">${title}${figure}</section>`;
};

const tableHtml = (table: TableSection, timezone: string): string => {
  const { columns, rows, total, notes = [] } = table;
  const said = notes.map((note) => element('p', note, ' class="small"')).join('');
  if (rows.length === 0) return `${element('p', table.empty ?? 'Nothing in this period.', ' class="small"')}${said}`;
  const heads = columns.map((column) => element('th', headText(column), ` scope="col"${side(column)}`)).join('');
  const body = rows.map((row) => rowHtml(row, columns, timezone)).join('\n');
  return `${scroller(table.title)}<table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody>${total ? totalHtml(table, total) : ''}</table></div>${said}`;
};

/** A table wider than the page is scrolled by keys too. */
const scroller = (title: string): string => `<div class="wide" role="group" tabindex="0" aria-label="${escapeHtml(title)}">`;

const side = (column: Column): string => (isNumeric(column) ? ' class="n"' : '');

const rowHtml = (row: Row, columns: readonly Column[], timezone: string): string => {
  if (row.isGroup) {
    const [first] = columns;
    return `<tr class="group"><th scope="rowgroup" colspan="${columns.length}">${first ? escapeHtml(rowText(row, first, timezone)) : ''}</th></tr>`;
  }
  return `<tr>${columns.map((column) => element('td', rowText(row, column, timezone), side(column))).join('')}</tr>`;
};

const totalHtml = ({ columns }: TableSection, { label, sums }: NonNullable<TableSection['total']>): string => {
  const cells = columns.map((column, at) => {
    const text = at === 0 ? label : column.key in sums ? numberText(sums[column.key] ?? null, column.decimals ?? 0) : '';
    return element('td', text, side(column));
  });
  return `<tfoot><tr>${cells.join('')}</tr></tfoot>`;
};

const footnotes = ({ footnotes: notes }: ReportModel): string =>
  notes.length > 0 ? `<ul class="notes">${notes.map((note) => element('li', note)).join('')}</ul>` : '';

const signatures = ({ signatures: names }: ReportModel, isRich: boolean): string =>
  names.length > 0 && isRich ? `<div class="signatures">${names.map((name) => element('p', name)).join('')}</div>` : '';
