import type { DeviceDataV2, UnitV2 } from '../../../server/contract/user/deviceData.ts';
import type { RoEfficiency } from '../../../server/contract/user/roEfficiency.ts';
import type { TableTwin } from '../../parts/table.ts';
import { words } from './words.ts';

export const unitsIn = (data: Pick<DeviceDataV2, 'categories'>): UnitV2[] =>
  data.categories
    .flatMap(({ subCategories }) => subCategories.flatMap(({ units }) => units))
    .filter(({ energy }) => energy !== undefined);

/** The meters of the range with every figure; an amount of money only once its currency is known. */
export const energyTable = (data: DeviceDataV2, range: string, currency: string | undefined): TableTwin => ({
  name: words.table(range),
  caption: words.table(range),
  columns: [
    { key: 'unit', label: words.unit },
    { key: 'kWh', label: words.total, unit: 'kWh', numeric: true },
    { key: 'sec', label: words.sec, unit: 'kWh/KL', numeric: true },
    { key: 'cost', label: words.cost, unit: currency ?? '', numeric: true },
    { key: 'demand', label: words.demand, unit: 'kVA', numeric: true },
    { key: 'contract', label: words.contract, unit: 'kVA', numeric: true },
    { key: 'pf', label: words.pf, numeric: true },
    { key: 'co2', label: words.co2, unit: 'kg', numeric: true },
    { key: 'complete', label: words.complete, unit: '%', numeric: true },
  ],
  rows: unitsIn(data).map(({ displayName, energy, completeness }) => [
    displayName,
    energy?.kWh ?? null,
    energy?.secKWhPerKL ?? null,
    currency === undefined ? null : (energy?.cost ?? null),
    energy?.maxDemandKVA ?? null,
    energy?.contractKVA ?? null,
    energy?.pf ?? null,
    energy?.kgCO2 ?? null,
    completeness,
  ]),
});

/** Every figure of every RO plant, one row each. */
export const roTable = ({ data1 }: RoEfficiency, range: string): TableTwin => {
  const { ro } = words;
  return {
    name: ro.table(range),
    caption: ro.table(range),
    columns: [
      { key: 'plant', label: words.tabs.ro },
      { key: 'figure', label: ro.figure },
      { key: 'value', label: ro.value, numeric: true },
    ],
    rows: data1.plants.flatMap((plant) =>
      (
        [
          [`${ro.recovery} (%)`, plant.recoveryPct],
          [`${ro.rejection} (%)`, plant.saltRejectionPct],
          [`${ro.drop} (bar)`, plant.differentialPressureBar],
          [`${ro.sec} (kWh/KL)`, plant.energy?.specificKWhPerKL ?? null],
          [`${ro.hours} (h)`, plant.completeness === 0 ? null : plant.runHours],
          [`${ro.permeate} (KL)`, plant.permeate.volumeKL],
          [`${ro.closure} (%)`, plant.flowClosurePct],
          [`${words.complete} (%)`, plant.completeness],
          [`${ro.flow} (%)`, plant.normalized?.permeateFlowPct ?? null],
          [`${ro.passage} (%)`, plant.normalized?.saltPassagePct ?? null],
          [`${ro.differential} (%)`, plant.normalized?.differentialPressurePct ?? null],
        ] as const
      ).map(([figure, value]) => [plant.plantName, figure, value]),
    ),
  };
};
