import { type Changes, changeUnit, subCategory } from './changing.ts';
import { server } from './demo.ts';

export const unitChanges: Changes = [
  [
    'a threshold changes',
    () => changeUnit('line1', ({ meta }) => ({ meta: { ...meta, unitThreshold: 1, monthlyThreshold: 2 } })),
    [/deviceData\?/, /deviceDataV2\?/, /landing/, /summary/],
  ],
  [
    'a unit gets another name',
    () => changeUnit('line1', () => ({ name: 'Line 9' })),
    [/deviceData\?/, /compare/, /landing/, /summary/],
  ],
  [
    'a category gets another name and another unit of measure',
    () => {
      const found = server.directory
        .categories('DEMO')
        .find(({ standardCategoryId }) => standardCategoryId === 'SOURCE_CATEGORY');
      if (!found) throw new Error('the demo has no sources');
      const { id, standardCategoryId, enabled, position } = found;
      return server.categories.change('DEMO', id, { displayName: 'Wells', standardCategoryId, siUnit: 'ML', enabled, position });
    },
    [/deviceDataV2\?.*SOURCE/, /granular\/category/, /landing/, /summaryPage\?[^&]*$/, /summary.*MONTH/, /summary.*YEAR/],
  ],
  [
    'a sub-category gets another name',
    () => {
      const found = subCategory('borewell1');
      return server.categories.changeSub('DEMO', found.id, { ...found, displayName: 'Deep wells' });
    },
    [/deviceDataV2\?.*SOURCE/, /summaryPage\?[^&]*$/],
  ],
  [
    'a unit goes to another sub-category',
    () => changeUnit('line2', () => ({ subCategoryId: subCategory('borewell1').id })),
    [/deviceDataV2\?.*SOURCE/, /landing/, /summaryPage\?[^&]*$/],
  ],
  ['a tank gets another size', () => changeUnit('rawTank', () => ({ maxCapacity: 5000 })), [/stock/, /STOCK/, /landing/]],
  [
    'a meter gets another class',
    () => changeUnit('roFeed', ({ meta }) => ({ meta: { ...meta, meterClass: '1' } })),
    [/waterBalance\/data/],
  ],
  [
    'a limit of quality changes',
    () =>
      changeUnit('etpQuality', ({ meta }) => ({
        meta: {
          ...meta,
          params: Object.fromEntries(Object.entries(meta.params ?? {}).map(([name, one]) => [name, { ...one, ht: null }])),
        },
      })),
    [/quality/, /landing/, /executive/],
  ],
  [
    'a credit is no longer verified',
    () =>
      changeUnit('recharge', ({ meta }) => ({
        meta: { ...meta, credit: meta.credit && { ...meta.credit, verifiedBy: null } },
      })),
    [/neutrality/],
  ],
  [
    'a well is described anew',
    () => changeUnit('borewell1', ({ meta }) => ({ meta: { ...meta, well: meta.well && { ...meta.well, depthM: 321 } } })),
    [/gwi/],
  ],
];
