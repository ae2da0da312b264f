import type { Answer } from '../../../api/useEndpoint.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { words } from '../words.ts';
import { FactList } from './FactList.tsx';
import { limitFacts, type PlantUnit } from './unitFacts.ts';

/** The limits that the unit is held against, and which of its watches are off. */
export const LimitsTab = ({ of }: { of: Answer<PlantUnit> }) => (
  <Loaded of={of} rows={4}>
    {(unit) => {
      const off = Object.entries(unit.meta.alertEnabled ?? {}).flatMap(([watch, on]) => (on ? [] : [watch]));
      return (
        <>
          <FactList label={words.tabs.limits} facts={limitFacts(unit)} none={words.limits.noLimits} />
          <p>{off.length === 0 ? words.limits.allWatched : words.limits.notWatched(off.join(', '))}</p>
        </>
      );
    }}
  </Loaded>
);
