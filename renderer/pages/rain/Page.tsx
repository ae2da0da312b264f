import { useNavigate, useSearch } from '@tanstack/react-router';
import { readRainAnalytics, readRainEfficiency, readRainTrend } from '../../../server/contract/user/rainfall.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import { Choice } from '../../parts/Choice.tsx';
import { PeriodChoice } from '../../parts/dates/PeriodChoice.tsx';
import { periodTypes, usePeriod } from '../../parts/dates/usePeriod.ts';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Empty } from '../../parts/states.tsx';
import { toDmy } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { type RainSearch, readSearch, type Tab, tabs } from './entry.ts';
import { FormTab } from './FormTab.tsx';
import { HarvestTab } from './HarvestTab.tsx';
import { PotentialTab } from './PotentialTab.tsx';
import { RainTab } from './RainTab.tsx';
import { harvestTable, potentialTable, rainTable } from './rainTable.ts';
import { words } from './words.ts';

const slowMs = 30_000;

/** The calls of the page; only those of the tab that is open are made. */
const useRain = (search: RainSearch, date1: string, everyMs: number | false) => {
  const tab = search.tab ?? 'rain';
  const type = periodTypes[search.period ?? 'month'];
  const trend = useEndpoint(
    readRainTrend,
    { query: { date1, type, rainDay: search.rainDay ?? 'SHIFT' } },
    { everyMs, keepPrevious: true, enabled: tab === 'rain' || tab === 'potential' },
  );
  const harvest = useEndpoint(
    readRainEfficiency,
    { query: { date1, type } },
    { everyMs, keepPrevious: true, enabled: tab === 'harvest', timeoutMs: slowMs },
  );
  const gauge = trend.data?.units[0]?.unitId;
  const potential = useEndpoint(
    readRainAnalytics,
    { query: { unitId: gauge ?? '' } },
    { enabled: tab === 'potential' && gauge !== undefined, timeoutMs: slowMs },
  );
  return { tab, trend, harvest, potential };
};

/** Rain, what was harvested of it, what it could give, and the fresh-water form. */
export const RainPage = () => {
  const search = useSearch({ from: '/rain' });
  const navigate = useNavigate({ from: '/rain' });
  const { period, date, today, last, everyMs, when } = usePeriod(search);
  const { tab, trend, harvest, potential } = useRain(search, toDmy(last), everyMs);
  const change = (next: { [Key in keyof RainSearch]?: RainSearch[Key] | undefined }) =>
    void navigate({ search: (before) => readSearch({ ...before, ...next }), replace: true, resetScroll: false });
  const table = {
    rain: trend.data === undefined ? undefined : rainTable(trend.data, when),
    harvest:
      harvest.data === undefined ? undefined : harvestTable(harvest.data.data1, harvest.data.siUnit, harvest.data.currency, when),
    potential: potential.data === undefined ? undefined : potentialTable(potential.data),
    form: undefined,
  }[tab];
  const fresh = { rain: trend.fresh, harvest: harvest.fresh, potential: potential.fresh, form: undefined }[tab];
  const noGauge = <Empty title={words.noGauge}>{words.noGaugeBody}</Empty>;
  return (
    <PageFrame
      title={text.nav.rain}
      pins={{ date }}
      note={tab === 'rain' || tab === 'harvest' ? when : undefined}
      {...(fresh === undefined ? {} : { fresh })}
      help={Object.entries(words.help).map(([key, sentence]) => <p key={key}>{sentence}</p>)}
      table={table}
      controls={
        <>
          <Choice<Tab>
            label={words.tab}
            value={tab}
            options={tabs.map((value) => ({ value, label: words.tabs[value] }))}
            onChoose={(value) => change({ tab: value, step: undefined, view: undefined })}
          />
          {tab === 'rain' || tab === 'harvest' ? (
            <PeriodChoice period={period} date={date} today={today} onChange={change} />
          ) : null}
          {tab === 'rain' ? (
            <Choice
              label={words.day}
              value={search.rainDay ?? 'SHIFT'}
              options={(['SHIFT', 'IMD'] as const).map((value) => ({ value, label: words.days[value] }))}
              onChoose={(value) => change({ rainDay: value === 'IMD' ? 'IMD' : undefined })}
            />
          ) : null}
        </>
      }
    >
      {tab === 'rain' ? (
        <Loaded of={trend} rowHeight="4rem" isEmpty={({ units }) => units.length === 0} empty={noGauge}>
          {(data) => <RainTab data={data} />}
        </Loaded>
      ) : tab === 'harvest' ? (
        <Loaded of={harvest} rowHeight="4rem">
          {(data) => <HarvestTab data={data} />}
        </Loaded>
      ) : tab === 'potential' ? (
        trend.data?.units.length === 0 ? (
          noGauge
        ) : (
          <Loaded of={potential} rowHeight="4rem">
            {(data) => <PotentialTab data={data} />}
          </Loaded>
        )
      ) : (
        <FormTab step={search.step} onStep={(step) => change({ step })} />
      )}
    </PageFrame>
  );
};
