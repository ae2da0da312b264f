import { expect } from 'vitest';
import { accepted, bodyOf, hasKeys, listOf, refused, type Section, today, yesterday } from '../sentence.ts';
import { alike, type Json, oneOf, required } from './dashboardsParts.ts';

const ro = `/roEfficiency/?date1=${today}`;

export const water: Section = {
  name: 'Rainfall, neutrality, RO, groundwater, fresh water',
  sentences: [
    [
      'rain trend: a series of each gauge',
      async (at) => {
        const units = listOf(accepted(await at.get(`/rainfall/trend?date1=${yesterday}&type=DAY`)).units);
        expect(units.length).toBeGreaterThan(0);
        for (const unit of units) hasKeys(unit, 'unitId', 'graph');
      },
    ],
    required('/rainfall/efficiencySaving', 'date1'),
    [
      'efficiencySaving: date2 is compared with',
      async (at) =>
        hasKeys(accepted(await at.get(`/rainfall/efficiencySaving?date1=${yesterday}&date2=10/11/2026`)), 'data1', 'data2'),
    ],
    alike(
      'efficiencySaving: divisionFactor is 1000 where absent',
      `/rainfall/efficiencySaving?date1=${yesterday}`,
      '&divisionFactor=1000',
    ),
    [
      'rain of the past is stored',
      async (at) => {
        const body = {
          unitId: 'demo-rain',
          source: 'csv',
          startDate: '01/06/2026',
          endDate: '02/06/2026',
          csv: '01/06/2026,3\n02/06/2026,4',
        };
        accepted(await at.ask('POST', '/rainfall/fwi/fetchHistoricalRainfallData', 'admin', { body }));
      },
    ],
    required('/rainfall/fwi/fetchAnalyticsRainfallData', 'unitId'),
    [
      'analytics of a gauge',
      async (at) =>
        expect(accepted(await at.get('/rainfall/fwi/fetchAnalyticsRainfallData?unitId=demo-rain')).unitId).toBe('demo-rain'),
    ],
    required(`/neutrality/?date2=${today}`, 'date1'),
    required(`/neutrality/?date1=${today}`, 'date2'),
    [
      'neutrality compares credited with debited water in an index',
      async (at) => {
        const body = accepted(await at.get(`/neutrality/?date1=01/11/2026&date2=${yesterday}`)) as {
          credited: Json;
          debited: Json;
          index: number;
        };
        expect(body.index).toBeCloseTo(Number(body.credited.value) / Number(body.debited.value), 2);
      },
    ],
    alike(
      'neutrality: divisionFactor is 1000 where absent',
      `/neutrality/?date1=${yesterday}&date2=${yesterday}`,
      '&divisionFactor=1000',
    ),
    required('/roEfficiency/', 'date1'),
    alike('RO: type is DAY where absent', ro, '&type=DAY'),
    oneOf(ro, 'type', ['DAY', 'MONTH', 'YEAR']),
    [
      'RO: the flows, recovery, rejection and specific energy of each train',
      async (at) => {
        const { data1 } = accepted(await at.get(ro)) as { data1: Json };
        for (const plant of listOf(data1.plants))
          hasKeys(plant, 'feed', 'permeate', 'reject', 'recoveryPct', 'saltRejectionPct', 'energy');
      },
    ],
    ['RO: date2 is compared with', async (at) => hasKeys(accepted(await at.get(`${ro}&date2=${yesterday}`)), 'data1', 'data2')],
    ['RO: an industry without it is 1401', async (at) => refused(await at.get(ro, 'north'), 1401)],
    [
      'RO log: an entry is made and listed',
      async (at) => {
        const body = { plantId: 'treatment', kind: 'chemical_dosing', start: '2026-11-12T05:00:00Z', remark: 'As usual' };
        accepted(await at.ask('POST', '/roEfficiency/logActivities', 'admin', { body }));
        expect(
          listOf(accepted(await at.get('/roEfficiency/logActivities')).logs).some(({ remark }) => remark === 'As usual'),
        ).toBe(true);
      },
    ],
    required('/gwi/data', 'month'),
    [
      'month is MM/YYYY',
      async (at) => {
        for (const bad of ['13/2026', '2026-11', '1/2026', '11/11/2026']) refused(await at.get(`/gwi/data?month=${bad}`), 1403);
      },
    ],
    [
      'groundwater: static, yearly and aquifer data',
      async (at) => hasKeys(accepted(await at.get('/gwi/data?month=11/2026')), 'staticData', 'yearlyData', 'aquiferData'),
    ],
    [
      'fresh water: a step is kept and the next one named',
      async (at) => {
        const data = { siteName: 'North gate', areaM2: 2500, district: 'Pune', industryType: 'beverage' };
        expect(
          accepted(await at.ask('POST', '/fwi/userDataInput', 'admin', { body: { step: 1, typeId: 'site-a', data } })).nextStep,
        ).toBe(2);
      },
    ],
    [
      'fresh water: what was entered comes back by typeId',
      async (at) => expect(JSON.stringify(bodyOf(await at.get('/fwi/userDataInput?typeId=site-a')))).toContain('North gate'),
    ],
    required('/fwi/userDataInput', 'typeId'),
  ],
};
