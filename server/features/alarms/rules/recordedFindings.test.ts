import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deviceScenarios } from '../../../test/findings/devices.ts';
import { energyScenarios } from '../../../test/findings/energy.ts';
import { lineScenarios } from '../../../test/findings/lines.ts';
import { nightScenarios } from '../../../test/findings/nights.ts';
import { qualityScenarios } from '../../../test/findings/quality.ts';
import { recordOf } from '../../../test/findings/scenario.ts';
import { tankScenarios } from '../../../test/findings/tanks.ts';
import { totalScenarios } from '../../../test/findings/totals.ts';
import { wellScenarios } from '../../../test/findings/wells.ts';
import { rules } from './list.ts';

// What a rule must find is said by the tests beside this one, from the rule's text. This one keeps every field of every finding over readings
// that lie on, below and above each limit, so that no change of a rule goes unseen: `npx vitest run -u` on this file records them anew, in
// a commit of its own that names the reason.

const scenarios = [
  ...lineScenarios,
  ...nightScenarios,
  ...totalScenarios,
  ...tankScenarios,
  ...qualityScenarios,
  ...energyScenarios,
  ...wellScenarios,
  ...deviceScenarios,
];

describe('the findings', () => {
  it.each(scenarios)('of %s are those that were recorded', async (name, unitId, category, places, make) => {
    const record = recordOf(make(), unitId, category, places);
    // only a line whose nights are too unlike each other has none
    expect(record === '\n').toBe(name.endsWith('unlike itself'));
    await expect(record).toMatchFileSnapshot(
      join(import.meta.dirname, 'recorded', `${name.replaceAll(/[^a-z0-9.]+/g, '-')}.txt`),
    );
  });

  it('are of every rule', () => {
    expect(new Set(scenarios.map(([, , category]) => category))).toEqual(new Set(rules.map(({ category }) => category)));
  });
});
