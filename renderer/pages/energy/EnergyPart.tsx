import { Link } from '@tanstack/react-router';
import type { TariffBlocks } from '../../../server/contract/plant/readings/watch.ts';
import type { DeviceDataV2, EnergyUnit, UnitV2 } from '../../../server/contract/user/deviceData.ts';
import type { Answer } from '../../api/useEndpoint.ts';
import cards from '../../parts/cards.module.css';
import { SvgChart } from '../../parts/charts/SvgChart.tsx';
import { Loaded } from '../../parts/Loaded.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { useProfile } from '../../state/services.ts';
import {
  formatCompleteness,
  formatMoney,
  formatShare,
  formatTo,
  formatUpTo,
  formatValue,
  formatWithUnit,
} from '../../text/numbers.ts';
import { dateAndTime } from '../../text/times.ts';
import { text } from '../../text/words.ts';
import { unitsIn } from './energyTable.ts';
import { seriesSteps } from './seriesSteps.ts';
import type { Span } from './span.ts';
import { words } from './words.ts';

/** The meter of the contract, or else the one with the highest demand. */
const incomerOf = (units: readonly UnitV2[]): UnitV2 | undefined =>
  units.find(({ energy }) => energy?.contractKVA != null) ?? units.find(({ energy }) => energy?.maxDemandKVA != null) ?? units[0];

const costNote = ({ cost, maxDemandKVA }: EnergyUnit, tariff: TariffBlocks | undefined, span: Span): string => {
  if (cost === null) return words.noTariff;
  if (tariff === undefined) return words.noCurrency;
  const { currency, demandRatePerKVA } = tariff;
  if (span.key === 'day' || demandRatePerKVA === null || maxDemandKVA === null) return words.costNote;
  return words.costWithDemand(formatMoney(demandRatePerKVA, currency));
};

const Figures = ({ data, tariff, span }: { data: DeviceDataV2; tariff: TariffBlocks | undefined; span: Span }) => {
  const { timezone } = useProfile();
  const { energy } = incomerOf(unitsIn(data)) ?? {};
  const share =
    energy?.contractKVA == null || energy.maxDemandKVA === null ? null : (100 * energy.maxDemandKVA) / energy.contractKVA;
  return (
    <dl className={cards.figures}>
      <div>
        <dt>{words.total}</dt>
        <dd>
          {formatWithUnit(data.total, data.siUnit)}
          {data.previous === undefined ? null : (
            <small>{words.previousTotal(formatWithUnit(data.previous.total, data.siUnit))}</small>
          )}
        </dd>
      </div>
      <div>
        <dt>{words.cost}</dt>
        <dd>
          {formatMoney(energy?.cost, tariff?.currency)}
          {energy?.kWh == null ? null : <small>{costNote(energy, tariff, span)}</small>}
        </dd>
      </div>
      <div>
        <dt>{words.demand}</dt>
        <dd>
          {formatWithUnit(energy?.maxDemandKVA, 'kVA', [energy?.contractKVA])}
          {energy?.maxDemandAt == null ? null : (
            <small>{words.demandAt(dateAndTime(Date.parse(energy.maxDemandAt), timezone))}</small>
          )}
          {share === null ? null : (
            <small>
              {words.contractShare(formatShare(share), formatWithUnit(energy?.contractKVA, 'kVA', [energy?.maxDemandKVA]))}
            </small>
          )}
        </dd>
      </div>
      <div>
        <dt>{words.pf}</dt>
        <dd>{formatValue(energy?.pf, '')}</dd>
      </div>
      <div>
        <dt>{words.co2}</dt>
        <dd>{energy?.kgCO2 == null ? text.noValue : `${formatUpTo(energy.kgCO2, 0)} kg`}</dd>
      </div>
      <div>
        <dt>{words.complete}</dt>
        <dd>{formatCompleteness(data.completeness)}</dd>
      </div>
    </dl>
  );
};

const Blocks = ({ data, unitId }: { data: TariffBlocks; unitId: string | undefined }) => {
  const unit = data.units.find((one) => one.unitId === unitId) ?? data.units[0];
  if (unit === undefined) return null;
  // nothing measured is not nothing used
  const isKnown = unit.kWh !== null;
  const rows = [
    ...data.blocks.map(({ from, to, ratePerKWh }, at) => ({
      name: words.block(from, to),
      rate: ratePerKWh,
      kWh: isKnown ? (unit.blocks[at]?.kWh ?? 0) : null,
      cost: isKnown ? (unit.blocks[at]?.cost ?? null) : null,
    })),
    ...(unit.outside.kWh > 0 || data.blocks.length === 0
      ? [
          {
            name: words.outside,
            rate: data.ratePerKWh,
            kWh: isKnown ? unit.outside.kWh : null,
            cost: isKnown ? unit.outside.cost : null,
          },
        ]
      : []),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <div className="hw-sideways" tabIndex={0}>
      <table className={cards.table}>
        <caption className={cards.sub}>{unit.unitName}</caption>
        <thead>
          <tr>
            <th scope="col">{words.blocks}</th>
            <th scope="col">{data.currency}/kWh</th>
            <th scope="col">kWh</th>
            <th scope="col">{words.share}</th>
            <th scope="col">{words.costIn(data.currency)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, rate, kWh, cost }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{formatTo(rate, 2)}</td>
              <td>{formatValue(kWh, 'kWh')}</td>
              <td>{kWh === null || unit.kWh === null || unit.kWh === 0 ? text.noValue : formatShare((100 * kWh) / unit.kWh)}</td>
              <td>{formatTo(cost, 2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Meters = ({ data, currency }: { data: DeviceDataV2; currency: string | undefined }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <div className="hw-sideways" tabIndex={0}>
    <table className={cards.table}>
      <caption className="hw-only-read">{words.meters}</caption>
      <thead>
        <tr>
          <th scope="col">{words.unit}</th>
          <th scope="col">kWh</th>
          <th scope="col">{words.sec}</th>
          <th scope="col">{words.cost}</th>
          <th scope="col">{words.demand}</th>
          <th scope="col">{words.pf}</th>
          <th scope="col">{words.complete}</th>
        </tr>
      </thead>
      <tbody>
        {unitsIn(data).map(({ unitId, displayName, energy, completeness }) => (
          <tr key={unitId}>
            <th scope="row">
              <Link to="/units/$unitId" params={{ unitId }}>
                {displayName}
              </Link>
            </th>
            <td>{formatValue(energy?.kWh, 'kWh')}</td>
            <td>{formatValue(energy?.secKWhPerKL, 'kWh/KL')}</td>
            <td>{formatMoney(energy?.cost, currency)}</td>
            <td>{formatWithUnit(energy?.maxDemandKVA, 'kVA')}</td>
            <td>{formatValue(energy?.pf, '')}</td>
            <td>{formatCompleteness(completeness)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

/** Energy of a day or month: figures, course, demand against the contract, tariff blocks, every meter. */
export const EnergyPart = ({ of, blocks, span }: { of: Answer<DeviceDataV2>; blocks: Answer<TariffBlocks>; span: Span }) => {
  const currency = blocks.data?.currency;
  return (
    <Loaded of={of} rows={4} rowHeight="8rem">
      {(data) => {
        const { window } = data;
        const [fromMs, toMs] = [Date.parse(window.from), Date.parse(window.to)];
        const main = incomerOf(unitsIn(data));
        const total = data.graph.find(({ key }) => key === 'total') ?? main?.graph;
        const demand = data.graph.find(({ key }) => key === `${main?.unitId}.demand`);
        return (
          <>
            <Figures data={data} tariff={blocks.data} span={span} />
            <div className={cards.grid} data-tables>
              <Panel id="energy-course" title={words.hours[span.key]}>
                {total === undefined ? null : (
                  <SvgChart
                    label={words.chart(words.hours[span.key])}
                    unit={total.unit}
                    lines={[{ name: words.total, look: 'bars', steps: seriesSteps(total, window) }]}
                    fromMs={fromMs}
                    toMs={toMs}
                    byDay={span.key === 'month'}
                    height={220}
                  />
                )}
              </Panel>
              {demand === undefined ? null : (
                <Panel id="energy-demand" title={words.demandTitle} note={main?.displayName}>
                  <SvgChart
                    label={words.chart(words.demandTitle)}
                    unit="kVA"
                    lines={[{ name: words.demandTitle, look: 'bars', steps: seriesSteps(demand, window) }]}
                    limits={main?.energy?.contractKVA == null ? [] : [{ name: words.contract, value: main.energy.contractKVA }]}
                    fromMs={fromMs}
                    toMs={toMs}
                    height={220}
                  />
                </Panel>
              )}
              <Panel id="energy-blocks" title={words.blocks} fresh={blocks.fresh}>
                <Loaded of={blocks} rows={3}>
                  {(found) => <Blocks data={found} unitId={main?.unitId} />}
                </Loaded>
              </Panel>
            </div>
            <Panel id="energy-meters" title={words.meters}>
              <Meters data={data} currency={currency} />
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
};
