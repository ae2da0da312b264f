import { every, meter, on, type Scenario, SLOTS, stretches, WatchedPlant } from './scenario.ts';

export const qualityScenarios: Scenario[] = [
  [
    'a water quality at its limits',
    'quality',
    'quality_threshold',
    every(SLOTS),
    () =>
      new WatchedPlant()
        .add('line', 'flow', 's', { meta: { meter } })
        .add('quality', 'quality', 'q', {
          meta: {
            flowUnitId: 'line',
            params: {
              ph: { name: 'pH', unit: '', lt: 5.5, ht: 9 },
              frc: { name: 'FRC', unit: 'mg/L', lt: 0.2, ht: null },
              tds: { name: 'TDS', unit: 'mg/L', lt: null, ht: 2000 },
            },
            ...on('ph', 'frc', 'tds'),
          },
        })
        .last('line', 'flow', stretches(80, SLOTS, [0, 0.5, 5, 6, 7], { letters: 'GGGGGGGGM', longest: 30 }))
        .last('quality', 'ph', stretches(81, SLOTS, [5.4, 5.5, 5.6, 5.7, 8.9, 8.8, 9, 9.1]))
        .last('quality', 'frc', stretches(82, SLOTS, [0.1, 0.2, 0.25, 0.3]))
        .last('quality', 'tds', stretches(83, SLOTS, [1950, 1960, 2000, 2001, 2100], { longest: 90 })),
  ],
  [
    'a water quality under consent',
    'quality',
    'quality_threshold',
    every(60, 228),
    () =>
      new WatchedPlant()
        .add('quality', 'quality', 'q', {
          meta: { underConsent: true, params: { tss: { name: 'TSS', unit: 'mg/L', lt: null, ht: 100 } }, ...on('tss') },
        })
        .last('quality', 'tss', stretches(84, SLOTS, [99, 100, 101, 130])),
  ],
];
