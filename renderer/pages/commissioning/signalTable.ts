import type { PlantTag } from '../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import type { PlantField } from '../../../server/contract/plant/state.ts';
import type { TableTwin } from '../../parts/table.ts';
import { words } from './words.ts';

/** Every signal with its register, value and state. */
export const signalTable = ({ devices, tags }: PlantField, configured: readonly PlantTag[]): TableTwin => {
  const head = words.signalHead;
  const registers = new Map(configured.map(({ id, wire }) => [id, wire.register]));
  const names = new Map(devices.map(({ deviceId, name }) => [deviceId, name]));
  return {
    name: words.signalTable,
    caption: words.signalTable,
    columns: [
      { key: 'device', label: head.device },
      { key: 'name', label: head.name },
      { key: 'register', label: head.register },
      { key: 'value', label: head.value, numeric: true },
      { key: 'measure', label: head.measure },
      { key: 'state', label: head.state },
      { key: 'feeds', label: head.feeds },
    ],
    rows: tags.map(({ tagId, deviceId, name, value, measure, quality, unitId, param }) => [
      names.get(deviceId) ?? '',
      name,
      registers.get(tagId) ?? null,
      value,
      measure,
      quality === null ? words.notReadYet : words.quality[quality],
      unitId === null ? '' : `${unitId} ${param ?? ''}`,
    ]),
  };
};
