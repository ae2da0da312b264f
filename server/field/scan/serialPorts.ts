import { readdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SerialPortInfo } from '../../core/field/fieldTools.ts';

const ttyFolder = '/sys/class/tty';
/** How deep below a port's entry the description of its USB adapter may be found. */
const parents = 4;

/** Serial ports of this machine. On Linux they are read from /sys: the serialport package needs udevadm, and ends the process where that is missing. */
export const listSerialPorts = async (): Promise<SerialPortInfo[]> =>
  process.platform === 'linux' ? linuxPorts(ttyFolder) : otherPorts();

/** Ports with a device behind them below a folder like /sys/class/tty, by path. */
export const linuxPorts = async (folder: string): Promise<SerialPortInfo[]> => {
  const names = await readdir(folder).catch(() => []);
  const ports = await Promise.all(names.map((name) => linuxPort(folder, name)));
  return ports.filter((port) => port !== null).sort((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }));
};

const linuxPort = async (folder: string, name: string): Promise<SerialPortInfo | null> => {
  const device = await realpath(join(folder, name, 'device')).catch(() => null);
  // a terminal without a device is none; an on-board port of type 0 has no hardware
  if (device === null || (await textOf(join(folder, name, 'type'))) === '0') return null;
  const found = { manufacturer: null, product: null, serialNumber: null } as Omit<SerialPortInfo, 'path'>;
  for (let at = device, i = 0; i < parents && found.product === null; i += 1, at = dirname(at)) {
    found.manufacturer = await textOf(join(at, 'manufacturer'));
    found.product = await textOf(join(at, 'product'));
    found.serialNumber = await textOf(join(at, 'serial'));
  }
  return { path: `/dev/${name}`, ...found };
};

const textOf = async (path: string): Promise<string | null> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.trim() || null;
};

const otherPorts = async (): Promise<SerialPortInfo[]> => {
  const { SerialPort } = await import('serialport');
  const ports = await SerialPort.list();
  return ports.map(({ path, manufacturer, serialNumber }) => ({
    path,
    manufacturer: manufacturer ?? null,
    product: null,
    serialNumber: serialNumber ?? null,
  }));
};
