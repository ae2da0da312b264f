import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTariffBlocks } from '../../../server/contract/plant/readings/watch.ts';
import { type DeviceDataV2, deviceDataV2 } from '../../../server/contract/user/deviceData.ts';
import { roEfficiency } from '../../../server/contract/user/roEfficiency.ts';
import { type Answer, useEndpoint } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { DateSteps } from '../../parts/dates/DateSteps.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Empty } from '../../parts/states.tsx';
import { isMissing } from '../../state/fresh.ts';
import { useToday } from '../../state/useToday.ts';
import { EnergyPart } from './EnergyPart.tsx';
import { energyTable, roTable } from './energyTable.ts';
import { type EnergySearch, readSearch } from './entry.ts';
import { RoPart } from './RoPart.tsx';
import { spanOf } from './span.ts';
import { words } from './words.ts';

const everyMs = 60_000;

/** Stored documents are another form of the same answer, which this page does not ask for. */
const asData = (answer: Answer<DeviceDataV2 | unknown[]>): Answer<DeviceDataV2> => ({
  ...answer,
  data: answer.data === undefined || Array.isArray(answer.data) ? undefined : (answer.data as DeviceDataV2),
});

/** Energy of the meters with demand and tariff, and the RO plants. */
export const EnergyPage = () => {
  const search = useSearch({ from: '/energy' });
  const navigate = useNavigate({ from: '/energy' });
  const today = useToday();
  const span = spanOf(search, today);
  const isRo = search.tab === 'ro';
  const options = { everyMs: span.open && everyMs, keepPrevious: true, timeoutMs: 20_000 };
  const energy = asData(
    useEndpoint(
      deviceDataV2,
      { query: { ...span.query, category: 'ALL_CATEGORIES_V2|ENERGY_CATEGORY', v2: 'true' } },
      { ...options, enabled: !isRo },
    ),
  );
  const blocks = useEndpoint(
    readTariffBlocks,
    { query: span.query },
    {
      everyMs: span.open && everyMs,
      keepPrevious: true,
      enabled: !isRo && energy.data !== undefined && !isMissing(energy.error),
    },
  );
  const ro = useEndpoint(roEfficiency, { query: span.query }, { ...options, enabled: isRo });
  const change = (next: { [K in keyof EnergySearch]?: EnergySearch[K] | undefined }) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const go = (to: string) => change({ date: to >= today ? undefined : to });
  const shown = isRo ? ro : energy;
  const table = isRo
    ? ro.data && roTable(ro.data, span.name)
    : energy.data && energyTable(energy.data, span.name, blocks.data?.currency);
  const help = isRo ? words.ro.help : words.help;
  return (
    <PageFrame
      title={words.title}
      pins={{ date: span.date }}
      note={span.name}
      fresh={shown.fresh}
      help={help.map((sentence) => <p key={sentence}>{sentence}</p>)}
      table={table}
      controls={
        <>
          <Choice<'energy' | 'ro'>
            label={words.part}
            value={isRo ? 'ro' : 'energy'}
            options={[
              { value: 'energy', label: words.tabs.energy },
              { value: 'ro', label: words.tabs.ro },
            ]}
            onChoose={(value) => change({ tab: value === 'ro' ? 'ro' : undefined })}
          />
          <Choice<'day' | 'month'>
            label={words.span}
            value={span.key}
            options={[
              { value: 'day', label: words.spans.day },
              { value: 'month', label: words.spans.month },
            ]}
            onChoose={(value) => change({ span: value === 'month' ? 'month' : undefined })}
          />
          <DateSteps
            date={span.date}
            max={today}
            period={span.key}
            previousLabel={words.previous[span.key]}
            nextLabel={words.next[span.key]}
            onPick={go}
          />
        </>
      }
    >
      {isMissing(shown.error) ? (
        <Empty title={isRo ? words.ro.empty : words.empty}>{isRo ? words.ro.emptyBody : words.emptyBody}</Empty>
      ) : isRo ? (
        <RoPart of={ro} span={span} />
      ) : (
        <EnergyPart of={energy} blocks={blocks} span={span} />
      )}
    </PageFrame>
  );
};
