import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { LineLoad } from '../../contract/plant/commissioning/fieldConfiguration.ts';
import type { FieldDevice, FieldTag } from '../../core/field/field.ts';
import type { Connection, Device, Tag } from './model.ts';
import type { FieldRegistry } from './registry.ts';

/** Share of a line's time, in percent, that reading these devices' tags takes. */
export type LoadRule = (
  settings: ConnectionSettings,
  devices: readonly { device: FieldDevice; tags: readonly FieldTag[] }[],
) => number;

/** A line with what is read over it. */
export type LoadedLine = {
  connection: Pick<Connection, 'name' | 'enabled' | 'settings'>;
  devices: readonly Device[];
  tagsOn(deviceId: string): readonly Tag[];
};

const WARN_PCT = 70;
const FULL_PCT = 100;

/** Percent; null while it is switched off and on a network, where the time on the wire is not known. */
const loadOf = ({ connection: { enabled, settings }, devices, tagsOn }: LoadedLine, loadRule: LoadRule): number | null => {
  if (!enabled || settings.kind !== 'serial') return null;
  const read = devices.filter((device) => device.enabled);
  return loadRule(
    settings,
    read.map(({ timeoutMs: _, ...device }) => ({ device, tags: tagsOn(device.id) })),
  );
};

/**
 * Why a serial line cannot carry what is to be read over it; undefined when it can, and when the change adds nothing to what it
 * carried before. On a network nothing is refused.
 */
export const overload = (before: LoadedLine | undefined, after: LoadedLine, loadRule: LoadRule): string | undefined => {
  const next = loadOf(after, loadRule);
  if (next === null || next <= FULL_PCT || next <= ((before && loadOf(before, loadRule)) ?? 0)) return undefined;
  return `${after.connection.name} would need ${next} % of its time for its reads: read less often, raise the baud rate, or use another line`;
};

/** What reading takes of a line's time, and whether that is much; null where it is not known. */
export const lineLoad = (line: LoadedLine, loadRule: LoadRule): LineLoad | null => {
  const pct = loadOf(line, loadRule);
  if (pct === null) return null;
  const { name } = line.connection;
  const warning = `${name} needs ${pct} % of its time for its reads: little is left for commands, repeats and a slow answer`;
  return { pct, warning: pct > WARN_PCT ? warning : null };
};

/** A line as it is configured. */
export const presentLine = (registry: FieldRegistry, connection: Connection): LoadedLine => ({
  connection,
  devices: registry.devicesOn(connection.id),
  tagsOn: (deviceId) => registry.tagsOn(deviceId),
});

/** Records with some changed or added. */
export const overlay = <T extends { id: string }>(present: Iterable<T>, changed: readonly T[]): T[] => {
  const all = new Map<string, T>();
  for (const one of present) all.set(one.id, one);
  for (const one of changed) all.set(one.id, one);
  return [...all.values()];
};
