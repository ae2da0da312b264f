import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { SerialPortInfo } from '../../core/field/fieldTools.ts';
import { AdapterNames } from './adapterNames.ts';

const port = (path: string, serialNumber: string | null): SerialPortInfo => ({
  path,
  serialNumber,
  manufacturer: 'FTDI',
  product: 'RS485',
});
const machine = () => {
  let plugged: SerialPortInfo[] = [];
  const names = new AdapterNames(async () => plugged);
  return { names, plug: (...ports: SerialPortInfo[]) => (plugged = ports) };
};

it('finds an adapter that comes back under another name', async () => {
  const { names, plug } = machine();
  plug(port('/dev/ttyUSB0', 'A1'));
  expect(await names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB0');
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  plug(port('/dev/ttyUSB1', 'A1'));
  expect(await names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB1');
});

it('keeps two lines on their own adapters when these come back with exchanged names', async () => {
  const { names, plug } = machine();
  plug(port('/dev/ttyUSB0', 'A1'), port('/dev/ttyUSB1', 'B2'));
  for (const path of ['/dev/ttyUSB0', '/dev/ttyUSB1']) await names.opened(path, path);
  plug(port('/dev/ttyUSB0', 'B2'), port('/dev/ttyUSB1', 'A1'));
  expect([await names.placeOf('/dev/ttyUSB0'), await names.placeOf('/dev/ttyUSB1')]).toEqual(['/dev/ttyUSB1', '/dev/ttyUSB0']);
  // the one that is alone does not take the other's adapter
  plug(port('/dev/ttyUSB0', 'B2'));
  expect(await names.isOfAnother('/dev/ttyUSB0', await names.placeOf('/dev/ttyUSB0'))).toBe(true);
  expect(await names.isOfAnother('/dev/ttyUSB1', await names.placeOf('/dev/ttyUSB1'))).toBe(false);
});

it('takes a new adapter in the place of a broken one', async () => {
  const { names, plug } = machine();
  plug(port('/dev/ttyUSB0', 'A1'));
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  plug(port('/dev/ttyUSB0', 'C3'));
  expect(await names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB0');
  expect(await names.isOfAnother('/dev/ttyUSB0', '/dev/ttyUSB0')).toBe(false);
});

it.each([
  ['that have no number', [port('/dev/ttyUSB0', null)], [port('/dev/ttyUSB1', null)]],
  [
    'of a maker that gives all the same',
    [port('/dev/ttyUSB0', '0001'), port('/dev/ttyUSB1', '0001')],
    [port('/dev/ttyUSB1', '0001')],
  ],
])('goes by the name for adapters %s', async (_what, before, after) => {
  const { names, plug } = machine();
  plug(...before);
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  plug(...after);
  expect(await names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB0');
});

it('goes by the name where the system does not list its ports', async () => {
  const names = new AdapterNames(() => Promise.reject(new Error('udevadm is not there')));
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  expect(await names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB0');
});

const kept = () => {
  const folder = mkdtempSync(join(tmpdir(), 'adapters-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'adapters.json');
};

it('finds an adapter that got another name while the server was away', async () => {
  const file = kept();
  const before = machine();
  before.names.keepIn(file);
  before.plug(port('/dev/ttyUSB0', 'A1'), port('/dev/ttyUSB1', 'B2'));
  for (const path of ['/dev/ttyUSB0', '/dev/ttyUSB1']) await before.names.opened(path, path);
  const after = machine();
  after.names.keepIn(file);
  after.names.keepOnly(['/dev/ttyUSB0', '/dev/ttyUSB1']);
  after.plug(port('/dev/ttyUSB0', 'B2'), port('/dev/ttyUSB1', 'A1'));
  expect([await after.names.placeOf('/dev/ttyUSB0'), await after.names.placeOf('/dev/ttyUSB1')]).toEqual([
    '/dev/ttyUSB1',
    '/dev/ttyUSB0',
  ]);
  expect(readdirSync(join(file, '..'))).toEqual(['adapters.json']);
});

it('gives an adapter free whose line was set to the name that it has now, also after a restart', async () => {
  const file = kept();
  const { names, plug } = machine();
  names.keepIn(file);
  plug(port('/dev/ttyUSB0', 'A1'));
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  plug(port('/dev/ttyUSB1', 'A1'));
  expect(await names.isOfAnother('/dev/ttyUSB1', '/dev/ttyUSB1')).toBe(true);
  names.keepOnly(['/dev/ttyUSB1']);
  expect(await names.isOfAnother('/dev/ttyUSB1', '/dev/ttyUSB1')).toBe(false);
  const after = machine();
  after.names.keepIn(file);
  after.plug(port('/dev/ttyUSB1', 'A1'));
  expect(await after.names.isOfAnother('/dev/ttyUSB1', '/dev/ttyUSB1')).toBe(false);
});

it.each(['', '{', '[1]', '{"/dev/ttyUSB0":7}'])('begins with nothing where its file holds %s', async (text) => {
  const file = kept();
  writeFileSync(file, text);
  const { names, plug } = machine();
  names.keepIn(file);
  plug(port('/dev/ttyUSB0', 'A1'));
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  plug(port('/dev/ttyUSB3', 'A1'));
  expect(await names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB3');
});

it('goes on where its file cannot be written', async () => {
  const { names, plug } = machine();
  const inTheWay = kept();
  writeFileSync(inTheWay, '');
  names.keepIn(join(inTheWay, 'adapters.json'));
  plug(port('/dev/ttyUSB0', 'A1'));
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  plug(port('/dev/ttyUSB1', 'A1'));
  expect(await names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB1');
});

it('writes what its file did not take as soon as it takes it, when a line is opened again', async () => {
  const folder = kept();
  writeFileSync(folder, 'a file is in the way');
  const { names, plug } = machine();
  names.keepIn(join(folder, 'adapters.json'));
  plug(port('/dev/ttyUSB0', 'A1'));
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  rmSync(folder);
  await names.opened('/dev/ttyUSB0', '/dev/ttyUSB0');
  const after = machine();
  after.names.keepIn(join(folder, 'adapters.json'));
  after.plug(port('/dev/ttyUSB1', 'A1'));
  expect(await after.names.placeOf('/dev/ttyUSB0')).toBe('/dev/ttyUSB1');
});
