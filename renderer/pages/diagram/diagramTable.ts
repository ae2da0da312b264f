import type { ScadaNodeData, ScadaPage } from '../../../server/contract/user/scada.ts';
import type { TableTwin } from '../../parts/table.ts';
import { unitLabel } from '../../text/numbers.ts';
import { dateAndTime } from '../../text/times.ts';
import { flowOrder } from './flowOrder.ts';
import { words } from './words.ts';

/** Every binding of a page as the server sent it, in the order of the flow. */
export const diagramTable = (page: ScadaPage, data: readonly ScadaNodeData[], when: string, timezone: string): TableTwin => {
  const { table } = words;
  const byId = new Map(page.nodes.map((node) => [node.id, node]));
  const values = new Map(data.map((one) => [one.id, one.values]));
  return {
    name: table.name(page.name, when),
    caption: table.name(page.name, when),
    columns: [
      { key: 'node', label: table.node },
      { key: 'kind', label: table.kind },
      { key: 'field', label: table.field },
      { key: 'value', label: table.value, numeric: true },
      { key: 'unit', label: table.unit },
      { key: 'at', label: table.at },
      { key: 'quality', label: table.quality },
      { key: 'state', label: table.state },
    ],
    rows: flowOrder(page).flatMap((id) => {
      const node = byId.get(id);
      if (node === undefined) return [];
      return (values.get(id) ?? []).map(({ field, param, value, unit, at, quality, state }) => [
        ...[node.label, words.kinds[node.kind], param ?? words.fields[field] ?? field],
        ...[typeof value === 'string' ? (words.status[value] ?? value) : value, unitLabel(unit)],
        ...[at === null ? null : dateAndTime(Date.parse(at), timezone), quality, words.state[state]],
      ]);
    }),
  };
};
