import { readBackup } from '../../../server/contract/plant/backup.ts';
import { listConnections, listDevices, listTags } from '../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { passes } from '../../api/queryClient.ts';
import { type Answer, useEndpoint } from '../../api/useEndpoint.ts';
import { beforeOwner, type Progress } from './progress.ts';
import type { FirstRunSearch } from './search.ts';

/** Where this browser left it. */
const keptPlace = ({ done, place }: Progress): FirstRunSearch => {
  if (place !== undefined || done.backup !== undefined) return { ...place, at: 'meter' };
  return { at: done.network === undefined ? 'network' : 'backup' };
};

type Named = { id: string };
type Field = {
  hasKit: boolean;
  lines: readonly Named[];
  devices: readonly (Named & { connectionId: string })[];
  tags: readonly { deviceId: string; unitId: string | null }[];
};

/** Where another browser left it, by what the server has: the kit is made before the first line, and the last line is gone on with. */
export const placeByServer = ({ hasKit, lines, devices, tags }: Field): FirstRunSearch => {
  const line = lines.at(-1)?.id;
  if (line === undefined) return hasKit ? { at: 'meter' } : { at: 'network' };
  const device = devices.findLast(({ connectionId }) => connectionId === line)?.id;
  if (device === undefined) return { at: 'meter', step: 'model', line };
  const unit = tags.find(({ deviceId, unitId }) => deviceId === device && unitId !== null)?.unitId ?? undefined;
  return unit === undefined
    ? { at: 'meter', step: 'readings', line, device }
    : { at: 'meter', step: 'trusted', line, device, unit };
};

type Resume = {
  /** Null while the server is asked, which is done where this browser knows of no step after the owner. */
  here: FirstRunSearch | null;
  /** A call that fails and is tried again: without its answer nobody knows how far the first run is. */
  failing: Answer<unknown> | null;
};

/** Where the first run goes on. */
export const useResume = (progress: Progress, search: FirstRunSearch): Resume => {
  const isKnown = search.at !== undefined || Object.keys(progress.done).some((step) => !beforeOwner.some((one) => one === step));
  const asked = { enabled: !isKnown };
  const backup = useEndpoint(readBackup, {}, asked);
  const lines = useEndpoint(listConnections, {}, asked);
  const devices = useEndpoint(listDevices, { query: {} }, asked);
  const tags = useEndpoint(listTags, { query: {} }, asked);
  if (search.at !== undefined) return { here: search, failing: null };
  if (isKnown) return { here: keptPlace(progress), failing: null };
  const failing = [backup, lines, devices, tags].find(({ error }) => error !== null);
  // what a refusal hides cannot be asked for: the first step is right for whoever may see none of it
  if (failing !== undefined && !passes(failing.error)) return { here: { at: 'network' }, failing: null };
  if (failing !== undefined || !backup.data || !lines.data || !devices.data || !tags.data)
    return { here: null, failing: failing ?? null };
  const here = placeByServer({
    hasKit: backup.data.kit !== null,
    lines: lines.data.connections,
    devices: devices.data.devices,
    tags: tags.data.tags,
  });
  return { here, failing: null };
};
