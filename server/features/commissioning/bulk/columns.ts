import { space as spaces } from '../../../contract/model/field.ts';
import { showAddress } from '../../../contract/model/registerAddress.ts';
import {
  type BulkKind,
  connectionRecord,
  deviceRecord,
  tagRecord,
  writePointRecord,
} from '../../../contract/plant/commissioning/bulk.ts';
import type { SheetCell } from './formats/table.ts';

/** How a value is in one cell: numbers as `1; 2`, ranges of registers as `holding 10-19; coil 0-0`, a list of anything else in JSON. */
export type ColumnType = 'text' | 'number' | 'flag' | 'numbers' | 'ranges' | 'list';

export type BulkColumn = {
  name: string;
  /** Where the value is in the record; empty for a column that only shows something. */
  path: readonly string[];
  type: ColumnType;
  /** An empty cell says null, not the default. */
  nullable?: true;
};

const column = (name: string, path: string = name, type: ColumnType = 'text'): BulkColumn => ({
  name,
  path: path.split('.'),
  type,
});
const number = (name: string, path: string = name): BulkColumn => column(name, path, 'number');

const connection: readonly BulkColumn[] = [
  column('id'),
  number('version'),
  column('name'),
  column('enabled', 'enabled', 'flag'),
  column('line', 'settings.kind'),
  column('host', 'settings.host'),
  number('port', 'settings.port'),
  number('connectTimeoutMs', 'settings.connectTimeoutMs'),
  column('path', 'settings.path'),
  number('baudRate', 'settings.baudRate'),
  column('parity', 'settings.parity'),
  number('dataBits', 'settings.dataBits'),
  number('stopBits', 'settings.stopBits'),
  column('echo', 'settings.echo'),
  number('quietMs', 'settings.quietMs'),
  number('timeoutMs', 'settings.timeoutMs'),
  number('pauseBetweenRequestsMs', 'settings.pauseBetweenRequestsMs'),
  number('pauseAfterConnectMs', 'settings.pauseAfterConnectMs'),
];

const device: readonly BulkColumn[] = [
  column('id'),
  number('version'),
  column('connectionId'),
  column('name'),
  number('slaveId'),
  { ...column('templateId'), nullable: true },
  column('enabled', 'enabled', 'flag'),
  { ...number('timeoutMs'), nullable: true },
  column('acceptAnyUnit', 'acceptAnyUnit', 'flag'),
  number('maxRegisters', 'limits.maxRegisters'),
  number('maxBits', 'limits.maxBits'),
  number('maxGapRegisters', 'limits.maxGapRegisters'),
  column('forbidden', 'limits.forbidden', 'ranges'),
  column('atomic', 'limits.atomic', 'ranges'),
];

const tag: readonly BulkColumn[] = [
  column('id'),
  number('version'),
  column('deviceId'),
  column('name'),
  column('type', 'kind'),
  column('space', 'decode.space'),
  number('address', 'decode.address'),
  { name: 'register', path: [], type: 'text' },
  column('registerType', 'decode.type'),
  column('wordOrder', 'decode.wordOrder'),
  number('bit', 'decode.bit'),
  number('length', 'decode.length'),
  number('fractionAddress', 'decode.fraction.address'),
  column('fractionType', 'decode.fraction.type'),
  column('fractionWordOrder', 'decode.fraction.wordOrder'),
  number('fractionScale', 'decode.fraction.scale'),
  number('scale', 'decode.scale'),
  number('offset', 'decode.offset'),
  column('sentinels', 'decode.sentinels', 'numbers'),
  number('min', 'decode.min'),
  number('max', 'decode.max'),
  number('periodMs'),
  column('measure'),
  { ...column('unitId'), nullable: true },
  { ...column('param'), nullable: true },
];

const feedback = (name: string): readonly BulkColumn[] => [
  column(`${name}Space`, `valve.${name}.space`),
  number(`${name}Address`, `valve.${name}.address`),
  column(`${name}On`, `valve.${name}.on`, 'flag'),
];

const writePoint: readonly BulkColumn[] = [
  column('id'),
  number('version'),
  column('deviceId'),
  column('name'),
  column('asset'),
  column('type', 'kind'),
  number('function', 'fn'),
  number('address'),
  column('registerType', 'type'),
  column('wordOrder'),
  number('scale'),
  column('measure'),
  number('min'),
  number('max'),
  number('step'),
  number('maxRatePerMinute'),
  number('minIntervalMs'),
  column('permission'),
  column('confirmText'),
  column('interlocks', 'interlocks', 'list'),
  column('verifySpace', 'verify.place.space'),
  number('verifyAddress', 'verify.place.address'),
  column('verifyRegisterType', 'verify.place.type'),
  column('verifyWordOrder', 'verify.place.wordOrder'),
  number('verifyScale', 'verify.place.scale'),
  number('verifyWithin', 'verify.within'),
  number('verifyDelayMs', 'verify.delayMs'),
  number('verifyPollMs', 'verify.pollMs'),
  number('verifyTimeoutMs', 'verify.timeoutMs'),
  number('failSafeValue', 'failSafe.value'),
  column('failSafeText', 'failSafe.text'),
  number('openValue', 'valve.openValue'),
  number('closeValue', 'valve.closeValue'),
  ...feedback('openFeedback'),
  ...feedback('closedFeedback'),
  number('travelMs', 'valve.travelMs'),
];

/** In the order in which they refer to each other. */
export const kinds = ['connections', 'devices', 'tags', 'writePoints'] as const satisfies readonly BulkKind[];
export const columnsOf: Readonly<Record<BulkKind, readonly BulkColumn[]>> = {
  connections: connection,
  devices: device,
  tags: tag,
  writePoints: writePoint,
};
export const schemaOf = {
  connections: connectionRecord,
  devices: deviceRecord,
  tags: tagRecord,
  writePoints: writePointRecord,
} as const;
/** What the column `kind` of a flat table says. */
export const wordOf: Readonly<Record<BulkKind, string>> = {
  connections: 'connection',
  devices: 'device',
  tags: 'tag',
  writePoints: 'writePoint',
};

/** The kind that a sheet or the column `kind` names, in either number and any case. */
export const kindNamed = (text: string): BulkKind | undefined => {
  const word = text.trim().toLowerCase();
  return kinds.find((kind) => kind.toLowerCase() === word || wordOf[kind].toLowerCase() === word);
};

const valueAt = (record: object, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    record,
  );

type Range = { space: string; from: number; to: number };

const toCell = (type: ColumnType, value: unknown): SheetCell => {
  if (value === undefined || value === null) return null;
  if (type === 'numbers') return (value as number[]).join('; ') || null;
  if (type === 'ranges') return (value as Range[]).map(({ space, from, to }) => `${space} ${from}-${to}`).join('; ') || null;
  if (type === 'list') return (value as unknown[]).length === 0 ? null : JSON.stringify(value);
  return value as SheetCell;
};

const registerOf = (record: object): SheetCell => {
  const [space, address] = [spaces.safeParse(valueAt(record, ['decode', 'space'])), valueAt(record, ['decode', 'address'])];
  return space.success && typeof address === 'number' ? showAddress(space.data, address).register : null;
};

/** A record as the cells of its kind's columns. */
export const cellsOf = (kind: BulkKind, record: object): SheetCell[] =>
  columnsOf[kind].map(({ path, type }) => (path.length === 0 ? registerOf(record) : toCell(type, valueAt(record, path))));

/** The column that shows what is at a path of the record, or nothing for a path of no column. */
export const columnAt = (kind: BulkKind, path: string): string | null => {
  const fits = columnsOf[kind].filter(({ path: own }) => {
    const joined = own.join('.');
    return joined !== '' && (path === joined || path.startsWith(`${joined}.`));
  });
  return fits[0]?.name ?? columnsOf[kind].find(({ path: own }) => own.join('.').startsWith(`${path}.`))?.name ?? null;
};
