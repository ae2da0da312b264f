import type { FwiColumn, FwiField, FwiStep } from '../../../contract/user/fwi.ts';
import { industryTypeNames, qualityClassNames, sourceNames, surfaceNames, yesNoNames } from './steps.ts';

const required = true;
const text = (key: string, label: string, isRequired = false): FwiColumn => ({ key, label, type: 'text', required: isRequired });
const number = (key: string, label: string, unit: string, extra: Partial<FwiColumn> = {}): FwiColumn => ({
  key,
  label,
  type: 'number',
  unit,
  required: false,
  min: 0,
  ...extra,
});
const select = (key: string, label: string, options: readonly string[], isRequired = false): FwiColumn => ({
  key,
  label,
  type: 'select',
  required: isRequired,
  options: [...options],
});
const table = (key: string, label: string, isRequired: boolean, columns: FwiColumn[]): FwiField => ({
  key,
  label,
  type: 'table',
  required: isRequired,
  columns,
});

/** What a client shows for each step; the schemas in `steps.ts` check what comes back. */
export const stepFields: Readonly<Record<FwiStep, readonly FwiField[]>> = {
  1: [
    text('siteName', 'Site', required),
    number('areaM2', 'Area of the site', 'm2', { required }),
    { key: 'location', label: 'Place', type: 'map', required: false },
    text('state', 'State'),
    text('district', 'District', required),
    select('industryType', 'Kind of industry', industryTypeNames, required),
    text('product', 'Product'),
    number('productionPerDay', 'Production a day', ''),
    select('productionUnit', 'Unit of production', ['kg', 't', 'L', 'KL', 'piece']),
  ],
  2: [
    table('catchments', 'Surfaces that catch rain', required, [
      text('name', 'Name', required),
      select('surface', 'Surface', surfaceNames, required),
      number('areaM2', 'Area', 'm2', { required }),
      number('coefficient', 'Runoff coefficient', '', { max: 1 }),
      number('firstFlushMm', 'First flush', 'mm', { max: 10 }),
      number('filterEfficiency', 'Filter efficiency', '', { max: 1 }),
    ]),
  ],
  3: [
    table('tanks', 'Tanks for rain water', false, [
      text('name', 'Name', required),
      number('capacityKL', 'Capacity', 'KL', { required }),
    ]),
    table('pits', 'Recharge pits', false, [text('name', 'Name', required), number('volumeKL', 'Volume', 'KL', { required })]),
    select('aquiferType', 'Aquifer', ['unconfined', 'semi-confined', 'confined', 'unknown']),
  ],
  4: [
    table('points', 'Who uses water', required, [
      text('name', 'Name', required),
      number('klPerDay', 'Demand', 'KL/day', { required }),
      select('qualityClass', 'Quality', qualityClassNames, required),
      select('rainSuitable', 'Rain may replace it', yesNoNames),
    ]),
  ],
  5: [
    table('sources', 'Where water comes from', required, [
      select('source', 'Source', sourceNames, required),
      number('klPerDay', 'Amount', 'KL/day', { required }),
      number('costPerKL', 'Cost', 'per KL', { required }),
      text('nocNumber', 'Permit'),
      { key: 'nocValidTo', label: 'Permit valid to', type: 'date', required: false },
    ]),
    number('investment', 'Investment for harvesting', ''),
    number('yearlyCost', 'Running cost a year', ''),
  ],
  6: [
    select('confirmed', 'Everything is right', yesNoNames, required),
    { key: 'gaugeUnitId', label: 'Rain gauge', type: 'select', required: false },
  ],
};
