import type { SerialPortInfo } from '../../core/field/fieldTools.ts';
import { listSerialPorts } from '../scan/serialPorts.ts';

/**
 * Which USB adapter a line was first opened on. The system numbers adapters in the order in which they appear: one that was unplugged comes
 * back under another name, or under the one of its neighbour. They are told apart by the serial number that their maker gave them.
 */
export class AdapterNames {
  readonly #list: () => Promise<SerialPortInfo[]>;
  /** Serial numbers, by the path that the line is set to. */
  readonly #serials = new Map<string, string>();

  constructor(list: () => Promise<SerialPortInfo[]> = listSerialPorts) {
    this.#list = list;
  }

  /** Where the adapter of a line is now; the path itself for one that has no number, or was exchanged for a new one. */
  async placeOf(path: string): Promise<string> {
    const serial = this.#serials.get(path);
    if (serial === undefined) return path;
    const ports = await this.#ports();
    return ports.find(({ serialNumber }) => serialNumber === serial)?.path ?? path;
  }

  /** @param place where it was opened. Two adapters with one number cannot be told apart, and are left to their names. */
  async opened(path: string, place: string): Promise<void> {
    const ports = await this.#ports();
    const serial = ports.find((port) => port.path === place)?.serialNumber ?? null;
    if (serial === null || ports.filter(({ serialNumber }) => serialNumber === serial).length > 1) this.#serials.delete(path);
    else this.#serials.set(path, serial);
  }

  /** Whether what is at a place belongs to another line. */
  async isOfAnother(path: string, place: string): Promise<boolean> {
    const serial = (await this.#ports()).find((port) => port.path === place)?.serialNumber ?? null;
    return serial !== null && [...this.#serials].some(([other, known]) => other !== path && known === serial);
  }

  #ports(): Promise<SerialPortInfo[]> {
    return this.#list().catch(() => []);
  }
}

/** Of this process: a line is opened anew each time its adapter comes back. */
export const adapterNames = new AdapterNames();
