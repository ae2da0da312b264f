import * as accounts from './sections/accounts.ts';
import * as alerts from './sections/alerts.ts';
import * as auth from './sections/auth.ts';
import * as dashboards from './sections/dashboards.ts';
import * as general from './sections/general.ts';
import * as readings from './sections/readings.ts';
import type { Section } from './sentence.ts';

export type Group = { on: 'demo' | 'limited' | 'empty'; sections: readonly Section[] };

/** Every section, by the server it is tried on. */
export const groups: readonly Group[] = [
  {
    on: 'demo',
    sections: [
      ...general.demoSections,
      ...auth.sections,
      ...readings.sections,
      ...alerts.sections,
      ...dashboards.sections,
      ...accounts.sections,
      general.ageing,
    ],
  },
  { on: 'limited', sections: [general.limits] },
  { on: 'empty', sections: [general.empty] },
];
