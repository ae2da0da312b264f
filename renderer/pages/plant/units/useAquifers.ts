import type { UnitType } from '../../../../server/contract/model/common.ts';
import { readIndustryFacts } from '../../../../server/contract/plant/industryFactsRows.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import type { Option } from '../../../parts/structure/useFields.ts';
import { useProfile } from '../../../state/services.ts';

/** Aquifers that a well may be in; undefined for those who may not read the facts of the plant: they type its id. */
export const useAquifers = (type: UnitType): readonly Option[] | undefined => {
  const { permissions } = useProfile();
  const hasWell = type === 'borewell' || type === 'level';
  const facts = useEndpoint(readIndustryFacts, {}, { enabled: hasWell && permissions.includes('ACCOUNT_SETTINGS') });
  return facts.data?.facts.aquifers.map(({ aquiferId, name }) => ({ value: aquiferId, label: name }));
};
