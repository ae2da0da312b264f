import type { ConnectionSettings } from '../../contract/field.ts';
import type { FieldDevice, FieldTag } from '../../core/field.ts';
import type { Connection, Device, Tag } from './model.ts';

/** Share of a line's time, in percent, that reading these devices' tags takes. */
export type LoadRule = (
  settings: ConnectionSettings,
  devices: readonly { device: FieldDevice; tags: readonly FieldTag[] }[],
) => number;

type Records = { devices: readonly Device[]; tags: readonly Tag[] };

const FULL_PCT = 100;

/**
 * Why a serial line cannot carry what is to be read over it; undefined when it can, and when the change adds nothing to what it
 * carried before. On a network the time on the wire is not known, so that nothing is refused there.
 */
export const overload = (connection: Connection, before: Records, after: Records, loadRule: LoadRule): string | undefined => {
  if (!connection.enabled || connection.settings.kind !== 'serial') return undefined;
  const next = loadOf(connection, after, loadRule);
  if (next <= FULL_PCT || next <= loadOf(connection, before, loadRule)) return undefined;
  return `${connection.name} would need ${next} % of its time for its reads: read less often, raise the baud rate, or use another line`;
};

const loadOf = ({ id, settings }: Connection, { devices, tags }: Records, loadRule: LoadRule): number => {
  const read = devices.filter(({ connectionId, enabled }) => enabled && connectionId === id);
  const tagsOn = Map.groupBy(tags, ({ deviceId }) => deviceId);
  return loadRule(
    settings,
    read.map(({ timeoutMs: _, ...device }) => ({ device, tags: tagsOn.get(device.id) ?? [] })),
  );
};

/** Records with some changed or added. */
export const overlay = <T extends { id: string }>(present: Iterable<T>, changed: readonly T[]): T[] => {
  const all = new Map<string, T>();
  for (const one of present) all.set(one.id, one);
  for (const one of changed) all.set(one.id, one);
  return [...all.values()];
};
