import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { SerialPortInfo } from '../../core/field/fieldTools.ts';
import { writeWholeFile } from '../../core/files/wholeFile.ts';
import { listSerialPorts } from '../scan/serialPorts.ts';

/**
 * Which USB adapter a line was first opened on. The system numbers adapters in the order in which they appear: one that was unplugged comes
 * back under another name, or under the one of its neighbour. They are distinguished by the serial number that their maker gave them.
 */
export class AdapterNames {
  readonly #list: () => Promise<SerialPortInfo[]>;
  /** Serial numbers, by the path that the line is set to. */
  #serials = new Map<string, string>();
  #file: string | undefined;
  #isWritten = true;

  constructor(list: () => Promise<SerialPortInfo[]> = listSerialPorts) {
    this.#list = list;
  }

  /** From now on what is known is read from this file, and written there: the system may name adapters anew while the server is away. */
  keepIn(file: string): void {
    this.#file = file;
    this.#serials = readNames(file);
  }

  /** Only these lines have an adapter: one whose line was given another path is free. */
  keepOnly(paths: readonly string[]): void {
    const before = this.#serials.size;
    this.#serials = new Map([...this.#serials].filter(([path]) => paths.includes(path)));
    if (this.#serials.size < before || !this.#isWritten) this.#write();
  }

  /** Where the adapter of a line is now; the path itself for one that has no number, or was exchanged for a new one. */
  async placeOf(path: string): Promise<string> {
    const serial = this.#serials.get(path);
    if (serial === undefined) return path;
    const ports = await this.#ports();
    return ports.find(({ serialNumber }) => serialNumber === serial)?.path ?? path;
  }

  /** @param place where it was opened. Two adapters with one number cannot be distinguished, and keep their names. */
  async opened(path: string, place: string): Promise<void> {
    const ports = await this.#ports();
    const serial = ports.find((port) => port.path === place)?.serialNumber ?? null;
    const known = this.#serials.get(path) ?? null;
    const next = ports.filter(({ serialNumber }) => serialNumber === serial).length > 1 ? null : serial;
    if (next === known && this.#isWritten) return;
    if (next === null) this.#serials.delete(path);
    else this.#serials.set(path, next);
    this.#write();
  }

  /** Whether what is at a place belongs to another line. */
  async isOfAnother(path: string, place: string): Promise<boolean> {
    const serial = (await this.#ports()).find((port) => port.path === place)?.serialNumber ?? null;
    return serial !== null && [...this.#serials].some(([other, known]) => other !== path && known === serial);
  }

  /** A disk that takes nothing costs the memory of a restart, not the line; it is tried again when a line is opened. */
  #write(): void {
    if (this.#file === undefined) return;
    try {
      writeWholeFile(this.#file, `${JSON.stringify(Object.fromEntries(this.#serials))}\n`);
      this.#isWritten = true;
    } catch {
      this.#isWritten = false;
    }
  }

  #ports(): Promise<SerialPortInfo[]> {
    return this.#list().catch(() => []);
  }
}

const names = z.record(z.string().max(300), z.string().min(1).max(200));

/** What cannot be read counts as not known. */
const readNames = (file: string): Map<string, string> => {
  try {
    return new Map(Object.entries(names.parse(JSON.parse(readFileSync(file, 'utf8')))));
  } catch {
    return new Map();
  }
};

/** Of this process: a line is opened anew each time its adapter comes back. */
export const adapterNames = new AdapterNames();
