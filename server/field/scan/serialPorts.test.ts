import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linuxPorts } from './serialPorts.ts';

describe('serial ports on Linux', () => {
  it('are those with a device behind, described by their USB adapter', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tty-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const adapter = join(folder, 'usb1', 'port');
    mkdirSync(adapter, { recursive: true });
    writeFileSync(join(folder, 'usb1', 'manufacturer'), 'FTDI\n');
    writeFileSync(join(folder, 'usb1', 'product'), 'USB-RS485\n');
    for (const name of ['ttyUSB0', 'ttyS0', 'tty1']) mkdirSync(join(folder, 'class', name), { recursive: true });
    for (const name of ['ttyUSB0', 'ttyS0']) symlinkSync(adapter, join(folder, 'class', name, 'device'));
    writeFileSync(join(folder, 'class', 'ttyS0', 'type'), '0\n');
    expect(await linuxPorts(join(folder, 'class'))).toEqual([
      { path: '/dev/ttyUSB0', manufacturer: 'FTDI', product: 'USB-RS485', serialNumber: null },
    ]);
    expect(await linuxPorts(join(folder, 'nowhere'))).toEqual([]);
  });
});
