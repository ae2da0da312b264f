import { readUnit } from '../../../../server/contract/plant/units.ts';
import { type Answer, useEndpoint } from '../../../api/useEndpoint.ts';
import type { TableTwin } from '../../../parts/table.ts';
import { useProfile } from '../../../state/services.ts';
import type { UnitTab } from '../search.ts';
import { words } from '../words.ts';
import { limitFacts, meterFacts, type PlantUnit } from './unitFacts.ts';

/** The configuration of a unit, asked once one of the tabs that show it is open, with the table of that tab. */
export const useUnitTab = (
  { unitId, unitName }: { unitId: string; unitName: string },
  tab: UnitTab | undefined,
): { of: Answer<PlantUnit>; table: TableTwin | undefined } => {
  const { timezone } = useProfile();
  const isShown = tab === 'meter' || tab === 'limits';
  const of = useEndpoint(readUnit, { params: { id: unitId } }, { enabled: isShown });
  if (!isShown || of.data === undefined) return { of, table: undefined };
  const caption = `${unitName}, ${words.tabs[tab]}`;
  const facts = tab === 'meter' ? meterFacts(of.data, timezone) : limitFacts(of.data);
  return {
    of,
    table: {
      name: caption,
      caption,
      columns: [
        { key: 'name', label: words.fact },
        { key: 'value', label: words.factValue },
      ],
      rows: facts.map(({ name, value }) => [name, value]),
    },
  };
};
