import { Link } from '@tanstack/react-router';
import { listTags } from '../../../../server/contract/plant/commissioning/fieldConfiguration.ts';
import { plantField } from '../../../../server/contract/plant/state.ts';
import type { Answer } from '../../../api/useEndpoint.ts';
import { useEndpoint } from '../../../api/useEndpoint.ts';
import cards from '../../../parts/cards.module.css';
import { useTimeOf } from '../../../parts/dates/useTimeOf.ts';
import { Loaded } from '../../../parts/Loaded.tsx';
import { Empty } from '../../../parts/states.tsx';
import { useProfile } from '../../../state/services.ts';
import { formatUpTo, unitLabel } from '../../../text/numbers.ts';
import { text } from '../../../text/words.ts';
import { words } from '../words.ts';
import { FactList } from './FactList.tsx';
import { meterFacts, type PlantUnit } from './unitFacts.ts';

const everyMs = 10_000;

/** Each signal that feeds the unit: its register, what it reads now, and the device and line it comes over. */
const Signals = ({ unit }: { unit: PlantUnit }) => {
  const when = useTimeOf();
  const field = useEndpoint(plantField, {}, { everyMs });
  const tags = useEndpoint(listTags, { query: {} });
  const { meter: names } = words;
  const fed = unit.series.flatMap(({ param, tag }) => (tag === null ? [] : [{ param, tag }]));
  if (fed.length === 0) return <Empty title={names.noSignal}>{names.noSignalBody}</Empty>;
  const registers = new Map(tags.data?.tags.map(({ id, wire }) => [id, wire.register]));
  return (
    <Loaded of={field} rows={fed.length}>
      {({ tags: read, devices, channels }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        <section className="hw-sideways" tabIndex={0} aria-label={names.signals}>
          <table className={cards.table}>
            <caption className="hw-only-read">{names.signals}</caption>
            <thead>
              <tr>
                {[names.signal, names.register, names.value, names.state, names.device, names.line].map((head) => (
                  <th key={head} scope="col" data-text>
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {fed.map(({ param, tag }) => {
                const now = read.find(({ tagId }) => tagId === tag.tagId);
                const device = devices.find(({ deviceId }) => deviceId === tag.deviceId);
                const line = channels.find(({ connectionId }) => connectionId === device?.connectionId);
                const value = typeof now?.value === 'number' ? formatUpTo(now.value, 3) : (now?.value ?? text.noValue);
                const state = now === undefined || now.quality === null ? null : text.fieldQuality[now.quality];
                return (
                  <tr key={param}>
                    <th scope="row">{tag.name}</th>
                    <td data-text>{registers.get(tag.tagId) ?? ''}</td>
                    <td data-text>
                      {value} {unitLabel(now?.measure ?? '')}
                    </td>
                    <td data-text>
                      {state ?? names.good}
                      {now?.lastGoodAt == null ? '' : `, ${when(Date.parse(now.lastGoodAt), true)}`}
                    </td>
                    <td data-text>
                      <Link to="/commissioning" search={{ device: tag.deviceId }}>
                        {device?.name ?? tag.deviceId}
                      </Link>
                    </td>
                    <td data-text>{line?.name ?? ''}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </Loaded>
  );
};

/** What measures the unit: meter, tank or well as configured, and the signals that feed it. */
export const MeterTab = ({ of }: { of: Answer<PlantUnit> }) => {
  const { timezone } = useProfile();
  return (
    <Loaded of={of} rows={6}>
      {(unit) => (
        <>
          <FactList label={words.tabs.meter} facts={meterFacts(unit, timezone)} none={words.meter.none} />
          <h2 className={cards.head}>{words.meter.signals}</h2>
          <Signals unit={unit} />
        </>
      )}
    </Loaded>
  );
};
