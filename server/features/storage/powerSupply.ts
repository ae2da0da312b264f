import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a supply says of itself, such as `type` and `online`; undefined where it does not. */
const read = (folder: string, name: string): string | undefined => {
  try {
    return readFileSync(join(folder, name), 'utf8').trim();
  } catch {
    return undefined;
  }
};

/**
 * Whether this PC runs on its battery, or on that of a UPS that Linux knows as a supply: one is discharged, and nothing else feeds the PC.
 * Batteries of mice and the like count for nothing. False where the system reports no battery.
 * @param folder where Linux lists supplies; other systems have none
 */
export const isOnBattery = (folder = '/sys/class/power_supply'): boolean => {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return false;
  }
  const supplies = names.map((name) => join(folder, name)).filter((supply) => read(supply, 'scope') !== 'Device');
  const isFed = supplies.some((supply) => !isBattery(supply) && read(supply, 'online') === '1');
  return !isFed && supplies.some((supply) => isBattery(supply) && read(supply, 'status') === 'Discharging');
};

const isBattery = (supply: string): boolean => /^(Battery|UPS)$/.test(read(supply, 'type') ?? '');
