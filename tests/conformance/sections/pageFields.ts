import { accepted, type Section, today, yesterday } from '../sentence.ts';
import { answers, compared, hasFields, series, stat, window } from './fieldsParts.ts';

const balanceTotals = 'inKL outKL stockChangeKL knownLossKL unaccountedKL unaccountedPct uncertaintyKL z status';
const kpis =
  'withdrawalKL freshKL recycledPct groundwaterKL intensity waterRatio neutralityIndex lossPct roRecoveryPct secKWhPerKL qualityCompliancePct completenessPct savingKL savingCost';
const roSide = 'flowM3h volumeKL tds conductivity pressureBar ph';
const rainSide =
  'window rainMm catchments potentialKL harvestedKL usedKL rechargedKL spillKL efficiencyPct savingPctOfDemand savingCost completeness';

export const pageFields: Section = {
  name: 'Fields: dashboards and accounts',
  sentences: [
    answers('GET /waterBalance/graphEditor', '/waterBalance/graphEditor', {
      '': 'version nodes edges layout',
      'nodes.*': 'id type label unitIds conserve position',
      'edges.*': 'id source target unitIds',
      layout: 'direction zoom',
    }),
    answers('GET /waterBalance/data', `/waterBalance/data?date1=${yesterday}&date2=10/11/2026`, {
      '': 'type window siUnit nodes edges totals summary sankey compare',
      'nodes.*': `id label inflow outflow balance leakage baselineZ completeness ${balanceTotals}`,
      'edges.*': 'id source target measuredKL reconciledKL uncertaintyKL estimated reversed',
      totals: balanceTotals,
      compare: `${balanceTotals} window`,
      'summary.*': 'displayName value nodes',
      sankey: 'nodes links',
      'sankey.nodes.*': 'id name kind',
      'sankey.links.*': 'source target value kind',
    }),
    answers('GET /scada/graphEditor', '/scada/graphEditor', {
      '': 'prefix docType version pages',
      'pages.*': 'id name level width height nodes edges',
      'pages.*.nodes.*': 'id kind label x y w h',
      'pages.*.edges.*': 'id source target',
    }),
    answers('GET /scada/data', `/scada/data?date=${yesterday}`, {
      '': 'date type refreshedAt pages',
      'pages.*': 'id name nodes',
      'pages.*.nodes.*': 'id values',
      'pages.*.nodes.*.values.*': 'field value unit at quality state',
    }),
    answers('GET /standardCategoryView', '/standardCategoryView', {
      'standardCategories.*': 'standardCategoryId displayName enabled siUnit order subCategories',
      'standardCategories.*.subCategories.*': 'id displayName group enabled order units',
    }),
    answers('GET /common', '/common', {
      '': 'standardCategories unitMappings industry enums serverTime version',
      'standardCategories.*': 'standardCategoryId name unitTypes siUnits',
      'unitMappings.*': 'name toBase base decimals',
      industry: 'industryId name timezone shift joinedDate currency meta',
    }),
    answers('GET /additionalFeature', '/additionalFeature?featureData=alerts', { alerts: 'featureData version updatedAt data' }),
    answers('GET /batchProcess', `/batchProcess?date1=${yesterday}`, {
      '': 'status message jobId from to days units changedDays warnings durationMs',
      'warnings.*': 'unitId date message',
    }),
    answers('GET /batchProcess/range', `/batchProcess/range?startDate=${yesterday}&endDate=${yesterday}`, {
      '': 'status message jobId from to days units changedDays warnings durationMs',
    }),
    answers('GET /rainfall/trend', `/rainfall/trend?date1=${yesterday}&type=DAY`, {
      '': 'type window units',
      'units.*': 'unitId unitName totalMm maxMmPerHour rainyDays category normalMm departurePct graph cumulative',
      'units.*.graph': series,
    }),
    answers('GET /rainfall/efficiencySaving', `/rainfall/efficiencySaving?date1=${yesterday}&date2=${yesterday}`, {
      data1: rainSide,
      data2: rainSide,
      'data1.catchments.*': 'id name surface areaM2 coefficient potentialKL',
    }),
    answers('GET /rainfall/fwi/fetchAnalyticsRainfallData', '/rainfall/fwi/fetchAnalyticsRainfallData?unitId=demo-rain', {
      '': 'unitId source years monthlyNormalMm annualMm cvPct wettestDay potentialKLByMonth demandKLByMonth reliabilityPct recommendedStorageKL',
      'annualMm.*': 'year mm completeness',
    }),
    answers('GET /neutrality', `/neutrality?date1=01/11/2026&date2=${yesterday}`, {
      '': 'window siUnit credited debited index uncertainty gapKL status creditedUnits debitedUnits graph',
      credited: stat,
      debited: stat,
      'creditedUnits.*': 'unitId unitName value method onSite verifiedBy validTo completeness',
      'graph.*': series,
    }),
    answers('GET /executiveSummary/data', '/executiveSummary/data', {
      '': 'window industries totals trends unitComparison',
      'industries.*': 'industryId industryName isPinned kpis alerts completeness',
      'industries.*.kpis': kpis,
      'industries.*.kpis.*': compared,
      'industries.*.alerts': 'open critical last24h',
      'trends.*': 'kpi series',
      'unitComparison.*': 'kpi items',
      'unitComparison.*.items.*': 'industryId unitId name value',
    }),
    answers('GET /roEfficiency', `/roEfficiency?date1=${yesterday}&date2=10/11/2026`, {
      '': 'type data1 data2',
      '*.window': window,
      '*.plants.*':
        'plantId plantName running runHours feed permeate reject temperatureC recoveryPct recoveryTarget saltRejectionPct saltPassagePct differentialPressureBar flowClosurePct energy normalized missingTags graph completeness',
      'data1.plants.*.feed': roSide,
      'data1.plants.*.permeate': roSide,
      'data1.plants.*.reject': roSide,
      'data1.plants.*.energy': 'kWh specificKWhPerKL',
    }),
    answers('GET /gwi/data', '/gwi/data?month=10/2026', {
      '': 'month staticData yearlyData aquiferData',
      'staticData.*':
        'unitId wellName location elevationM depthM casingM diameterMm pumpIntakeMbgl pumpKW yieldLpm drilledOn aquiferId noc piezometer distanceToWellM',
      'staticData.*.noc': 'number validTo permittedKLD permittedKLY',
      'yearlyData.*': 'unitId wellName months preMonsoonMbgl postMonsoonMbgl fluctuationM trendMPerYear usedOfPermitPct',
      'yearlyData.*.months.*':
        'month abstractionKL permittedKL runHours swlMbgl pwlMbgl drawdownM specificCapacity rainMm rechargeKL completeness',
      'aquiferData.*':
        'aquiferId name kind lithology topMbgl bottomMbgl transmissivityM2d storativity specificYield tds block storageChangeKL',
    }),
    answers('GET /accounts/settings', '/accounts/settings', {
      '': 'account user alerts reports sso',
      'account.shift': 'startAt endAt shiftName',
      'account.siUnit': 'SOURCE_CATEGORY STOCK_CATEGORY',
      alerts: 'email channels categories escalation flood',
      'alerts.email': 'enabled emailIds',
      'alerts.channels': 'email sms messaging push web',
      'alerts.channels.*': 'enabled minPriority recipients',
      'alerts.categories':
        'device_status unit_threshold monthly_threshold flow_rate stable_flow level_exceed quality_threshold energy_threshold borewell_threshold',
      'alerts.categories.*': 'enabled priority onDelaySlots offDelaySlots deadbandPct reAlarmMinutes',
      'alerts.flood': 'perTenMinutes digest',
      reports: 'enabled emailIds services schedules includeEstimates fiscalYearStartMonth',
    }),
    answers('GET /accounts/info', '/accounts/info', {
      '*.*':
        'index unitId unitName unitType standardCategoryId standardCategoryIds categoryId subCategoryId siUnit isDeployed deviceId order unitThreshold monthlyThreshold alertEnabled',
      'QUALITY_CATEGORY.*.params.*': 'name unit lt ht alertEnabled',
    }),
    [
      'a login has its documented fields',
      async (at) =>
        hasFields(accepted(await at.login({ LoginType: 'DEFAULT', username: 'admin', password: 'demo-admin' })), {
          '': 'users timezone shift token refreshToken services categoryUnits startDate logo type',
          'users.*': 'userId username email role active',
          'categories.*': 'id displayName standardCategoryId siUnit enabled order subCategories',
          'categories.*.subCategories.*': 'id displayName group enabled order units',
          reports: 'reportTypes formats services templates',
          'services.*': 'categoryId standardCategoryId displayName siUnit',
          'categoryUnits.*.*': 'id displayName',
        }),
    ],
    [
      'an external login has its documented fields',
      async (at) =>
        hasFields(accepted(await at.login({ LoginType: 'external', username: 'admin', password: 'demo-admin' }), 201), {
          '': 'token access_token refresh_token userId industryId expiresIn permissions',
        }),
    ],
    [
      'GET /alerts/byType has its documented fields',
      async (at) =>
        hasFields(accepted(await at.get(`/alerts/byType?startDate=01/11/2026&endDate=${today}&categories=unit_threshold`)), {
          '*': 'meta alerts',
          '*.meta': 'totalAlerts',
          '*.alerts.*': 'unitId unitName alertType createdOn description meta',
          '*.alerts.*.meta': 'alertType value threshold',
        }),
    ],
  ],
};
