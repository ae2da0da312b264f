import type { RainTrend } from '../../../server/contract/user/rainfall.ts';
import { SeriesBars } from '../../parts/charts/SeriesBars.tsx';
import { stepLabel } from '../../parts/charts/stepLabel.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { formatChange, formatCompleteness, formatWithUnit } from '../../text/numbers.ts';
import { text } from '../../text/words.ts';
import { words } from './words.ts';

/** The rain of every gauge, hanging from above. */
export const RainTab = ({ data }: { data: RainTrend }) =>
  data.units.map((unit) => (
    <Panel key={unit.unitId} id={`gauge-${unit.unitId}`} title={unit.unitName}>
      <Facts
        label={words.figures}
        facts={[
          {
            key: 'total',
            name: words.total,
            value: formatWithUnit(unit.totalMm, 'mm'),
            note: `${words.wettest(words.classes[unit.category] ?? words.classes.unknown ?? '')}, ${words.complete(formatCompleteness(unit.graph.completeness))}`,
            provisional: unit.graph.completeness < 90,
          },
          {
            key: 'normal',
            name: words.normal,
            value: formatWithUnit(unit.normalMm, 'mm'),
            note:
              unit.departureCategory === null
                ? undefined
                : words.departure(formatChange(unit.departurePct), words.departures[unit.departureCategory] ?? ''),
          },
          { key: 'intensity', name: words.intensity, value: formatWithUnit(unit.maxMmPerHour, 'mm/h') },
          { key: 'rainyDays', name: words.rainyDays, value: unit.totalMm === null ? text.noValue : unit.rainyDays },
        ]}
      />
      <SeriesBars of={unit.graph} hanging label={words.barsLabel(unit.unitName)} shortLabel={stepLabel} window={data.window} />
    </Panel>
  ));
