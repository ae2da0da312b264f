import { useNavigate, useSearch } from '@tanstack/react-router';
import { SLOT_MS } from '../../../server/contract/model/common.ts';
import { readPermits } from '../../../server/contract/plant/readings/watch.ts';
import { type AquiferRow, type Gwi, readGwi } from '../../../server/contract/user/gwi.ts';
import { useEndpoint } from '../../api/useEndpoint.ts';
import cards from '../../parts/cards.module.css';
import { DateSteps } from '../../parts/dates/DateSteps.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { Empty } from '../../parts/states.tsx';
import type { TableTwin } from '../../parts/table.ts';
import { worstOf } from '../../state/fresh.ts';
import { useToday } from '../../state/useToday.ts';
import { formatWithUnit } from '../../text/numbers.ts';
import { addMonths, lastOfMonth, monthOf, toDmy } from '../../text/times.ts';
import { readSearch } from './entry.ts';
import { Permits } from './Permits.tsx';
import { WellCard } from './WellCard.tsx';
import { words } from './words.ts';

const everyMs = SLOT_MS;

const tableOf = ({ yearlyData }: Gwi, month: string): TableTwin => {
  const numeric = { numeric: true as const };
  return {
    name: words.table(month),
    caption: words.table(month),
    columns: [
      { key: 'well', label: words.column.well },
      { key: 'month', label: words.column.month },
      { key: 'kl', label: words.abstraction, unit: 'KL', ...numeric },
      { key: 'permitted', label: words.permits, unit: 'KL', ...numeric },
      { key: 'hours', label: words.running, unit: 'h', ...numeric },
      { key: 'swl', label: words.swl, unit: 'm bgl', ...numeric },
      { key: 'pwl', label: words.pwl, unit: 'm bgl', ...numeric },
      { key: 'drawdown', label: words.drawdown, unit: 'm', ...numeric },
      { key: 'capacity', label: words.capacity, unit: 'm3/h', ...numeric },
      { key: 'rain', label: words.rain, unit: 'mm', ...numeric },
      { key: 'complete', label: words.column.complete, unit: '%', ...numeric },
    ],
    rows: yearlyData.flatMap(({ wellName, months }) =>
      months.map((one) => [
        wellName,
        monthOf(`${one.month.slice(3)}-${one.month.slice(0, 2)}-01`),
        one.abstractionKL,
        one.permittedKL,
        one.runHours,
        one.swlMbgl,
        one.pwlMbgl,
        one.drawdownM,
        one.specificCapacity,
        one.rainMm,
        one.completeness,
      ]),
    ),
  };
};

const Aquifers = ({ rows }: { rows: readonly AquiferRow[] }) =>
  rows.length === 0 ? (
    <p>{words.noAquifers}</p>
  ) : (
    <ul className={cards.list}>
      {rows.map(({ aquiferId, name, block, storageChangeKL }) => (
        <li key={aquiferId}>
          <strong>{name}</strong>: {words.block} {block.name}, {words.categories[block.category]}
          {block.stageOfExtractionPct === null ? '' : `, ${words.extraction} ${formatWithUnit(block.stageOfExtractionPct, '%')}`}
          {storageChangeKL === null ? '' : `, ${words.storage} ${formatWithUnit(storageChangeKL, 'KL')}`}
        </li>
      ))}
    </ul>
  );

/** Wells and piezometers of a year that ends with a month: levels, abstraction, permits, seasons. */
export const GroundwaterPage = () => {
  const search = useSearch({ from: '/groundwater' });
  const navigate = useNavigate({ from: '/groundwater' });
  const today = useToday();
  const date = search.date === undefined || search.date > today ? today : search.date;
  const month = date.slice(0, 7);
  const open = month === today.slice(0, 7);
  const gwi = useEndpoint(
    readGwi,
    { query: { month: `${month.slice(5)}/${month.slice(0, 4)}` } },
    { everyMs: open && everyMs, keepPrevious: true, timeoutMs: 20_000 },
  );
  const permits = useEndpoint(readPermits, {}, { everyMs });
  const go = (to: string) =>
    void navigate({
      search: (before) => readSearch({ ...before, date: to.slice(0, 7) >= today.slice(0, 7) ? undefined : to }),
      replace: true,
      resetScroll: false,
    });
  const first = toDmy(`${addMonths(`${month}-01`, -11).slice(0, 8)}01`);
  const last = toDmy(lastOfMonth(`${month}-01`));
  return (
    <PageFrame
      title={words.title}
      pins={{ date }}
      note={monthOf(`${month}-01`)}
      fresh={worstOf([gwi.fresh, permits.fresh])}
      help={words.help.map((sentence) => <p key={sentence}>{sentence}</p>)}
      table={gwi.data === undefined ? undefined : tableOf(gwi.data, monthOf(`${month}-01`))}
      controls={
        <DateSteps date={date} max={today} period="month" previousLabel={words.previous} nextLabel={words.next} onPick={go} />
      }
    >
      <Panel id="groundwater-permits" title={words.permits} fresh={permits.fresh}>
        <Loaded of={permits} rows={2} rowHeight="6rem">
          {({ wells }) => <Permits wells={wells} />}
        </Loaded>
      </Panel>
      <Loaded
        of={gwi}
        rows={3}
        rowHeight="14rem"
        isEmpty={({ staticData }) => staticData.length === 0}
        empty={<Empty title={words.empty}>{words.emptyBody}</Empty>}
      >
        {(data) => (
          <>
            <div className={cards.grid}>
              {data.yearlyData.map((well) => (
                <WellCard
                  key={well.unitId}
                  well={well}
                  known={data.staticData.find(({ unitId }) => unitId === well.unitId)}
                  first={first}
                  last={last}
                />
              ))}
            </div>
            <Panel id="groundwater-aquifers" title={words.aquifers}>
              <Aquifers rows={data.aquiferData} />
            </Panel>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
};
