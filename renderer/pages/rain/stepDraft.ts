import type { FwiColumn, FwiField } from '../../../server/contract/user/fwi.ts';
import { ApiError } from '../../api/call.ts';
import { dateTyped } from '../../parts/dates/calendar.ts';
import { numberOf, type Problems } from '../../parts/form/problems.ts';
import { words } from '../../parts/form/words.ts';

export type Row = Record<string, string>;
/** What is typed: texts, rows of texts, and the two parts of a place as `key.lat` and `key.lon`. */
export type Draft = Record<string, string | Row[]>;

const typed = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const rowsOf = (value: Draft[string] | undefined): Row[] => (Array.isArray(value) ? value : []);

/** What was entered before, or is suggested, as a person would have typed it. */
export const draftOf = (form: readonly FwiField[]): Draft =>
  Object.fromEntries(
    form.flatMap(({ key, type, value, columns = [] }): [string, string | Row[]][] => {
      if (type === 'table') {
        const rows = Array.isArray(value) ? value.filter(isRecord) : [];
        return [[key, rows.map((row) => Object.fromEntries(columns.map((column) => [column.key, typed(row[column.key])])))]];
      }
      if (type === 'map') {
        const place = isRecord(value) ? value : {};
        return [
          [`${key}.lat`, typed(place.lat)],
          [`${key}.lon`, typed(place.lon)],
        ];
      }
      return [[key, typed(value)]];
    }),
  );

/** A typed text as the server wants it; nothing typed is not sent. */
const sentOf = ({ type }: Pick<FwiColumn | FwiField, 'type'>, text: string): string | number | undefined => {
  if (text.trim() === '') return undefined;
  if (type === 'date') return dateTyped(text) ?? text;
  return type === 'number' ? numberOf(text) : text;
};

const filled = (entries: readonly [string, unknown][]): Record<string, unknown> =>
  Object.fromEntries(entries.filter(([, value]) => value !== undefined));

/** The data of a step as they are sent. */
export const dataOf = (form: readonly FwiField[], draft: Draft): Record<string, unknown> =>
  filled(
    form.map((field): [string, unknown] => {
      const value = draft[field.key];
      if (field.type === 'table') {
        const rows = rowsOf(value).map((row) =>
          filled((field.columns ?? []).map((column): [string, unknown] => [column.key, sentOf(column, row[column.key] ?? '')])),
        );
        return [field.key, rows.length === 0 && !field.required ? undefined : rows];
      }
      if (field.type === 'map') {
        const [lat, lon] = ['lat', 'lon'].map((part) => sentOf({ type: 'number' }, String(draft[`${field.key}.${part}`] ?? '')));
        return [
          field.key,
          lat === undefined && lon === undefined
            ? undefined
            : filled([
                ['lat', lat],
                ['lon', lon],
              ]),
        ];
      }
      return [field.key, sentOf(field, typeof value === 'string' ? value : '')];
    }),
  );

/** A draft with the cells of its tables by place, as both sides of a form are compared: "catchments.0.areaM2". */
export type FlatDraft = Record<string, string | undefined>;

export const flatOf = (form: readonly FwiField[], draft: Draft): FlatDraft =>
  Object.fromEntries(
    Object.entries(draft).flatMap(([key, value]): [string, string][] => {
      if (typeof value === 'string') return [[key, value]];
      const columns = form.find((field) => field.key === key)?.columns ?? [];
      return value.flatMap((row, at) =>
        columns.map((column): [string, string] => [`${key}.${at}.${column.key}`, row[column.key] ?? '']),
      );
    }),
  );

const cellPlace = /^(.+)\.(\d+)\.([^.]+)$/;

export const draftFrom = (flat: FlatDraft): Draft => {
  const draft: Draft = {};
  for (const [path, value] of Object.entries(flat)) {
    if (value === undefined) continue;
    const [, key, at, column] = cellPlace.exec(path) ?? [];
    if (key === undefined || column === undefined) draft[path] = value;
    else {
      const rows = rowsOf(draft[key]);
      rows[Number(at)] = { ...rows[Number(at)], [column]: value };
      draft[key] = rows;
    }
  }
  return draft;
};

const scalarProblem = (field: FwiColumn | Omit<FwiField, 'columns'>, text: string): string | undefined => {
  if (text.trim() === '') return field.required ? words.needed : undefined;
  if (field.type === 'date') return dateTyped(text) === null ? words.wrong : undefined;
  if (field.type !== 'number') return undefined;
  const typedNumber = numberOf(text) ?? Number.NaN;
  if (!Number.isFinite(typedNumber)) return words.number;
  if (field.min !== undefined && typedNumber < field.min) return words.least(field.min);
  return field.max !== undefined && typedNumber > field.max ? words.most(field.max) : undefined;
};

/** What is wrong with what is typed, as the server describes its fields; cells of tables by their place. */
export const stepProblems = (form: readonly FwiField[], draft: Draft): Problems => {
  const textAt = (path: string): string => {
    const value = draft[path];
    return typeof value === 'string' ? value : '';
  };
  const found = form.flatMap((field): [string, string | undefined][] => {
    if (field.type === 'table') {
      const rows = rowsOf(draft[field.key]);
      if (rows.length === 0) return [[field.key, field.required ? words.needed : undefined]];
      return rows.flatMap((row, at) =>
        (field.columns ?? []).map((column): [string, string | undefined] => [
          `${field.key}.${at}.${column.key}`,
          scalarProblem(column, row[column.key] ?? ''),
        ]),
      );
    }
    if (field.type !== 'map') return [[field.key, scalarProblem(field, textAt(field.key))]];
    const parts = (['lat', 'lon'] as const).map((part) => `${field.key}.${part}`);
    // a place is there with both its parts, or not at all
    const required = field.required || parts.some((path) => textAt(path).trim() !== '');
    return parts.map((path, at): [string, string | undefined] => {
      const most = at === 0 ? 90 : 180;
      return [path, scalarProblem({ ...field, type: 'number', required, min: -most, max: most }, textAt(path))];
    });
  });
  return Object.fromEntries(found.filter((one): one is [string, string] => one[1] !== undefined));
};

/** What the server refused, by the place of the draft. */
export const refusedAt = (error: unknown): Problems =>
  error instanceof ApiError && error.failure.kind === 'refused'
    ? Object.fromEntries(
        (error.failure.body.errors ?? []).map(({ path, message }) => [path.replace(/^(body\.)?data\./, ''), message]),
      )
    : {};
