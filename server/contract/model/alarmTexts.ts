import type { alertCategories } from './alertCategories.ts';

/** Of an alarm: its title, what happened, what to do. */
export type AlarmTemplate = { title: string; body: string; action: string };

export const said = (title: string, body: string, action: string): AlarmTemplate => ({ title, body, action });

/**
 * What alarms say in English, by the code of an alarm’s message (docs/domain.md 13.3). `{name}` is a parameter of the message; a part
 * in brackets is left out where a parameter in it is not known. Other languages have the same codes and parameters.
 */
export const alarmTemplates = {
  silent: said(
    '{unit} offline',
    'No data since {at} ({min} min).[ Last value {v} {u}.]',
    'Check power[, gateway {gateway}][, Modbus slave {slave}].',
  ),
  gatewaySilent: said(
    '{unit}: {n} units offline',
    'No data from {n} units since {at} ({min} min).',
    'Check the power and network of the gateway first.',
  ),
  stuck: said(
    '{unit} stuck',
    'The {param} has shown exactly {v} {u} for {h} h while others move.',
    'Check the sensor and its wiring.',
  ),
  rejected: said(
    '{unit} readings out of range',
    'All readings of {min} min were rejected by their checks.',
    'Check the sensor, its range and the decoding.',
  ),
  clockWrong: said(
    '{unit}: device clock wrong',
    'Readings came with a time in the future; they were taken as now.',
    'Set the clock of the device or its gateway.',
  ),
  counterReset: said(
    '{unit}: counter began anew',
    'The totalizer started again: no water is counted for the step.',
    'Where the meter was changed, enter what the old one showed last and the new one first (change of meter); else enter both as they were read.',
  ),
  rolloverDoubt: said(
    '{unit}: number of rollovers not sure',
    'No reading for longer than the totalizer takes to turn round; the number nearest to the usual volume was taken.',
    'Look at the meter events of the unit; correct the volume where you know better.',
  ),
  reverseFlow: said(
    '{unit}: water flows backwards',
    'The totalizer has run backwards for half an hour of the last hour or more; the volume is taken off.',
    'Check the non-return valve and the direction of the meter.',
  ),
  counterDisagrees: said(
    '{unit}: counter and flow disagree',
    'In {min} min the counter moved {v} m3, the flow register said {q} m3/h.',
    'Check the pulse output, the decoding and the low-flow cut-off.',
  ),
  dayLimit: said(
    '{unit} over daily limit',
    '[As of {asOf}: ]{v} {u} used since {since}, limit {thr} {u} ({pct} %).',
    'Find out what runs longer than usual; stop what need not run.',
  ),
  dayLimitNear: said(
    '{unit} near daily limit',
    '[As of {asOf}: ]{v} {u} used since {since}, {pct} % of {thr} {u}.[ Over it at about {at}.]',
    '',
  ),
  dayLimitExpected: said(
    '{unit} will cross its daily limit',
    '[As of {asOf}: ]{v} {u} used since {since}; such a day crosses {thr} {u} at about {at}.',
    '',
  ),
  energyDay: said(
    '{unit}: energy over daily limit',
    '[As of {asOf}: ]{v} {u} used since {since}, limit {thr} {u} ({pct} %).',
    'Switch off what need not run.',
  ),
  energyDayNear: said(
    '{unit}: energy near daily limit',
    '[As of {asOf}: ]{v} {u} used since {since}, {pct} % of {thr} {u}.[ Over it at about {at}.]',
    '',
  ),
  energyDayExpected: said(
    '{unit}: energy will cross its daily limit',
    '[As of {asOf}: ]{v} {u} since {since}; such a day crosses {thr} at about {at}.',
    '',
  ),
  monthLimit: said(
    '{unit} over monthly limit',
    '[As of {asOf}: ]{v} {u} since {since}, limit {thr} {u}; at this rate {proj} {u} by month end.',
    'Plan the rest of the month, or ask for a new limit.',
  ),
  monthNear: said(
    '{unit} near monthly limit',
    '[As of {asOf}: ]{v} {u} since {since}, {pct} % of {thr} {u}; at this rate {proj} {u} by month end.',
    '',
  ),
  monthStep: said('{unit} far over monthly limit', '[As of {asOf}: ]{v} {u} since {since}, {pct} % of {thr} {u}.', ''),
  flowHigh: said(
    '{unit} flow high',
    '{v} m3/h for {min} min, limit {thr} m3/h.',
    'Look for an open valve or a burst downstream.',
  ),
  flowLow: said('{unit} flow low', '{v} m3/h for {min} min, limit {thr} m3/h.', 'Check the pump, strainer and valves.'),
  steadyFlow: said(
    'Possible leak at {unit}',
    'Steady {v} m3/h for {h} h in quiet time (normal {b}). About {lossKLD} KL a day.',
    'Walk the line; close branches one by one and watch the flow.',
  ),
  steadyFlowUnconfirmed: said(
    'Possible leak at {unit}, unconfirmed',
    'Last seen in quiet time at {leakM3h} m3/h; what else flows hides it now. About {lossKLD} KL a day.',
    'Walk the line; close branches one by one and watch the flow.',
  ),
  nodeLoss: said(
    'Water lost at {unit}',
    '{lossKLD} KL a day (+-{bandKLD}) missing since {date}[, z {z}][, {baselineZ} times the usual scatter].',
    'Compare the meters around it; walk its pipes and close branches one by one.',
  ),
  nightFlow: said(
    'Possible leak at {unit}',
    'Least night flow {v} m3/h, usually {b}. About {lossKLD} KL a day.',
    'Walk the line at night; close branches one by one and watch the flow.',
  ),
  levelHigh: said(
    '{unit} level high',
    '{v} {u}[ ({pct} %)], limit {thr} {measure}.[ Full in about {min} min[ at {q} m3/h].]',
    'Stop or throttle the inflow.',
  ),
  levelHighSoon: said('{unit} filling', '{v} {u}[ ({pct} %)].[ Full in about {min} min[ at {q} m3/h].]', ''),
  levelLow: said(
    '{unit} level low',
    '{v} {u}[ ({pct} %)], limit {thr} {measure}.[ Empty in about {min} min[ at {q} m3/h].]',
    'Start the inflow, or save water downstream.',
  ),
  qualityHigh: said(
    '{unit}: {param} high',
    '15-min mean {v} {u}, limit {thr} ({source}).[ Flow {q} m3/h.]',
    'Check the dosing and the process; hold back the discharge.',
  ),
  qualityLow: said(
    '{unit}: {param} low',
    '15-min mean {v} {u}, limit {thr} ({source}).[ Flow {q} m3/h.]',
    'Check the dosing and the process; hold back the discharge.',
  ),
  demandHigh: said(
    '{unit}: demand high',
    '{v} {u} in the last half hour, contract {thr} {u}.',
    'Shed load until the next half hour.',
  ),
  demandNear: said('{unit}: demand rising', '{v} {u} so far in this half hour, contract {thr} {u}.', ''),
  powerFactorLow: said('{unit}: power factor low', '{v} in the last half hour, limit {thr}.', 'Check the capacitor bank.'),
  secHigh: said(
    '{unit}: kWh per KL high',
    '{v} {u} in the last day, usually {b} {u}.',
    'Look for worn pumps, throttled valves or a fouled membrane.',
  ),
  wellPumping: said(
    '{unit} water level low',
    'Pumping level {v} m below ground, limit {thr} m[ (intake {i} m)].',
    'Stop or throttle.',
  ),
  wellStatic: said('{unit} static level low', 'Static level {v} m below ground, limit {thr} m.', 'Draw less from this well.'),
  wellPermit: said(
    '{unit} over permitted abstraction',
    '[As of {asOf}: ]{v} KL today, permitted {thr} KL ({pct} %).',
    'Stop the pump until the next day.',
  ),
  wellPermitEnded: said(
    '{unit}: permit ended',
    '[As of {asOf}: ]{v} KL today; the permit was valid to {until}.',
    'Stop the pump; ask for a new permit.',
  ),
  wellYearPermit: said(
    '{unit} over its annual permit',
    '[As of {asOf}: ]{v} KL since {since}, permitted {thr} KL a year ({pct} %).',
    'Stop the pump; ask for a new permit.',
  ),
  wellYearNear: said('{unit} near its annual permit', '[As of {asOf}: ]{v} KL since {since}, {pct} % of {thr} KL a year.', ''),
  wellCapacity: said('{unit} gives less', 'Specific capacity {v} {u}, usually {b} {u}.', ''),
  wellDry: said('{unit} runs dry', 'The pump runs and gives {v} m3/h, limit {thr} m3/h.', 'Stop the pump at once.'),
  fault: said('{unit}: fault', '{fault}.', 'Look at it on the spot before anything is switched.'),
} as const satisfies Record<string, AlarmTemplate>;
export type AlarmTextCode = keyof typeof alarmTemplates;

/** Where a limit comes from that names no other source. */
export const ownLimitSource = 'set for this unit';

/** What to do about an event that another program reports. */
export const reportedActions: Readonly<Record<(typeof alertCategories)[number], string>> = {
  device_status: 'Check the device, its power and its line.',
  unit_threshold: 'Find out what runs longer than usual; stop what need not run.',
  monthly_threshold: 'Plan the rest of the month, or ask for a new limit.',
  flow_rate: 'Look at the pump and the valves of the line.',
  stable_flow: 'Walk the line; close branches one by one and watch the flow.',
  level_exceed: 'Look at the level, the inflow and the outflow on the spot.',
  quality_threshold: 'Check the dosing and the process; hold back the discharge.',
  energy_threshold: 'Switch off what need not run.',
  borewell_threshold: 'Stop or throttle the pump and check the well.',
};

const PART = /\[([^[\]]*)\]/g;

/** Puts parameters into a template; `shown` gives a known one as people read it, and one that is not goes with the space before it. */
export const fillTemplate = (
  template: string,
  params: Readonly<Record<string, number | string>>,
  shown: (name: string, value: number | string) => string,
): string => {
  const isKnown = (name: string): boolean => params[name] !== '' && params[name] !== undefined;
  let sentence = template;
  while (sentence.includes('['))
    sentence = sentence.replace(PART, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => isKnown(name)) ? part : '',
    );
  return sentence
    .replace(/( ?)\{(\w+)\}/g, (_, space: string, name: string) => (isKnown(name) ? space + shown(name, params[name] ?? '') : ''))
    .replace(/\s+/g, ' ')
    .trim();
};
