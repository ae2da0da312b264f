import { feed } from '../alertRig.ts';
import { every, LAST, meter, type Scenario, SLOTS, stretches, tankShape, WatchedPlant } from './scenario.ts';

export const deviceScenarios: Scenario[] = [
  [
    'a device that fails',
    'main',
    'device_status',
    every(SLOTS),
    () => {
      const made = new WatchedPlant().add('main', 'flow', 's', {
        meta: { meter },
        feeds: [feed('main', 'volume'), feed('main', 'flow')],
      });
      const kinds = ['clock', 'counter_reset', 'rollover_doubt', 'reverse_flow', 'reverse_flow', 'reverse_flow'] as const;
      const first = made.plant.calendar.window(LAST).firstSlot;
      for (let at = 0; at < 150; at += 2)
        made.plant.reader.events.push({
          seriesId: made.plant.seriesId('main', 'volume'),
          slot: first + at,
          kind: kinds[Math.floor(at / 8) % kinds.length] ?? 'clock',
          before: at % 3 === 0 ? null : 1,
          after: 2,
          note: '',
        } as never);
      return made
        .last('main', 'volume', stretches(99, SLOTS, [0, 160, 167, 900], { letters: 'GGGGGMXE', longest: 20 }))
        .last('main', 'flow', stretches(100, SLOTS, [0, 1.9, 2.1, 8], { letters: 'GGGGGMXE', longest: 20 }));
    },
  ],
  ...(['stock', 'level'] as const).map(
    (type): Scenario => [
      `a ${type} gauge that is stuck`,
      'tank',
      'device_status',
      every(120, 168),
      () => {
        const param = type === 'stock' ? 'volume' : 'level';
        const made = new WatchedPlant();
        for (const id of ['tank', 'other', 'third'])
          made.add(id, type, id === 'third' ? 's' : 't', {
            ...(type === 'stock' && { maxCapacity: 100 }),
            meta: { tank: tankShape },
            feeds: [feed(id, param)],
          });
        return made
          .days('tank', param, 15, (at, ago) => (type === 'stock' ? 1000 : 0.1) * (20 + (at % 30) + ago))
          .days('other', param, 15, (at) => at % 50)
          .last(
            'tank',
            param,
            stretches(101, SLOTS, type === 'stock' ? [40_000, 50_000, 99_500] : [1, 2, 4.97], {
              letters: 'GGGGGGGGGGE',
              longest: 100,
            }),
          )
          .last('other', param, stretches(102, SLOTS, [1, 2, 3], { letters: 'G', longest: 90 }));
      },
    ],
  ),
];
