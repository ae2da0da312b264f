import { type Changes, changeFacts } from './changing.ts';
import { caller, server } from './demo.ts';

export const industryChanges: Changes = [
  [
    'tariffs change',
    () =>
      changeFacts(({ tariffs }) => ({ tariffs: { ...tariffs, energy: [], ratePerKWh: 99, waterPerKL: { third_party: 99 } } })),
    [/energy/, /ENERGY/, /efficiencySaving/, /executive/],
  ],
  ['production is entered', () => changeFacts(() => ({ production: [] })), [/executive/]],
  [
    'the water ratio is chosen',
    () => {
      const body = { numerator: ['demo-borewell1'], denominator: ['demo-line1'], product: '' };
      return server.documents.save('DEMO', { kind: 'water_ratio', name: '', body, userId: caller.userId });
    },
    [/executive.*DAY/, /executive.*MONTH/],
  ],
  [
    'catchments change',
    () => changeFacts(({ catchments }) => ({ catchments: catchments.map((one) => ({ ...one, areaM2: 9 })) })),
    [/efficiencySaving/],
  ],
  [
    'an aquifer changes',
    () => changeFacts(({ aquifers }) => ({ aquifers: aquifers.map((one) => ({ ...one, tds: 1 })) })),
    [/gwi/],
  ],
  [
    'the RO target changes',
    () => changeFacts(({ roPlants }) => ({ roPlants: roPlants.map((one) => ({ ...one, recoveryTargetPct: 60 })) })),
    [/roEfficiency/, /executive/],
  ],
];
