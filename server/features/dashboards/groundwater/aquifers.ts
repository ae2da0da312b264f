import type { IndustryFacts } from '../../../contract/model/industryFacts.ts';
import type { AquiferRow, YearlyWell } from '../../../contract/user/gwi.ts';
import { round } from '../../../core/round.ts';

import type { Well } from './wells.ts';

type Aquifer = IndustryFacts['aquifers'][number];
type Change = Pick<AquiferRow, 'storageChangeKL' | 'storageChangeFrom' | 'storageChangeTo'>;

const unknownBlock = { name: '', category: 'unknown', stageOfExtractionPct: null, assessmentYear: null } as const;
const nothing: Change = { storageChangeKL: null, storageChangeFrom: null, storageChangeTo: null };

/**
 * dS = Sy A dh over the longest stretch of the year of which every well of the aquifer with a level knows both ends; dh is the
 * mean rise of the static levels. 1 m3 is 1 KL.
 */
const storageChange = ({ specificYield, influenceAreaM2 }: Aquifer, wells: readonly YearlyWell[]): Change => {
  if (specificYield === null || influenceAreaM2 === null) return nothing;
  const known = wells.filter(({ months }) => months.some(({ swlMbgl }) => swlMbgl !== null));
  const [first] = known;
  if (!first) return nothing;
  const common = first.months.flatMap(({ month }, at) =>
    known.every(({ months }) => typeof months[at]?.swlMbgl === 'number') ? [{ month, at }] : [],
  );
  const [from, to] = [common[0], common.at(-1)];
  if (!from || !to || from === to) return nothing;
  const level = ({ months }: YearlyWell, at: number): number => months[at]?.swlMbgl ?? 0;
  const riseM = known.reduce((sum, well) => sum + level(well, from.at) - level(well, to.at), 0) / known.length;
  return {
    storageChangeKL: round(specificYield * influenceAreaM2 * riseM, 2),
    storageChangeFrom: from.month,
    storageChangeTo: to.month,
  };
};

/** The aquifers as they were entered, with what the levels of their wells say of the water in them. */
export const aquiferRows = (aquifers: readonly Aquifer[], wells: readonly Well[], yearly: readonly YearlyWell[]): AquiferRow[] =>
  aquifers.map((aquifer): AquiferRow => {
    const inIt = new Set(wells.flatMap(({ unit }) => (unit.meta.well?.aquiferId === aquifer.aquiferId ? [unit.id] : [])));
    const { influenceAreaM2: _, block = unknownBlock, ...row } = aquifer;
    return {
      ...row,
      block,
      ...storageChange(
        aquifer,
        yearly.filter(({ unitId }) => inIt.has(unitId)),
      ),
    };
  });
