import { unitsOfMeasure } from '../../../plantModel/index.ts';
import type { AlertCategory } from '../model.ts';

type Facts = Readonly<Record<string, number | string>>;
export type AlarmText = { title: string; body: string; action: string };
type Text = (facts: Facts) => AlarmText;

const places: Record<string, number> = { pct: 0, min: 0, h: 1 };

/** A number as people read it: two places at most, none where it is large or they are nothing. */
const figure = (value: number | string | undefined, most = 2): string =>
  typeof value === 'number' ? String(Number(value.toFixed(Math.abs(value) >= 1000 ? 0 : most))) : (value ?? '');

/** Megalitres and megawatt-hours need more places than the units of every day. */
const decimalsIn = (unit: string | number | undefined): number => Math.max(2, unitsOfMeasure[String(unit)]?.decimals ?? 2);

const PART = /\[([^[\]]*)\]/g;

/** Puts facts into a sentence; a part in brackets is left out where one of its facts is not known. */
const say = (template: string, facts: Facts): string => {
  const isKnown = (name: string): boolean => facts[name] !== '' && facts[name] !== undefined;
  let sentence = template;
  while (sentence.includes('['))
    sentence = sentence.replace(PART, (_, part: string) =>
      [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => isKnown(name)) ? part : '',
    );
  return sentence
    .replace(/\{(\w+)\}/g, (_, name: string) => figure(facts[name], places[name] ?? decimalsIn(facts.u)))
    .replace(/\s+/g, ' ')
    .trim();
};

const text =
  (title: string, body: string, action: string): Text =>
  (facts) => ({ title: say(title, facts), body: say(body, facts), action: say(action, facts) });

/** What an alarm says: title, what happened, what to do (docs/domain.md 13.3). */
const texts: Readonly<Record<string, Text>> = {
  silent: text(
    '{unit} offline',
    'No data since {at} ({min} min).[ Last value {v} {u}.]',
    'Check power[, gateway {gateway}][, Modbus slave {slave}].',
  ),
  gatewaySilent: text(
    '{unit}: {n} units offline',
    'No data from {n} units since {at} ({min} min).',
    'Check the power and network of the gateway first.',
  ),
  stuck: text(
    '{unit} stuck',
    'The {param} has shown exactly {v} {u} for {h} h while others move.',
    'Check the sensor and its wiring.',
  ),
  rejected: text(
    '{unit} readings out of range',
    'All readings of {min} min were rejected by their checks.',
    'Check the sensor, its range and the decoding.',
  ),
  clockWrong: text(
    '{unit}: device clock wrong',
    'Readings came with a time in the future; they were taken as now.',
    'Set the clock of the device or its gateway.',
  ),
  counterReset: text(
    '{unit}: counter began anew',
    'The totalizer started again; enter the closing reading of the old meter.',
    '',
  ),
  rolloverDoubt: text(
    '{unit}: number of rollovers not sure',
    'No reading for longer than the totalizer takes to turn round; the number nearest to the usual volume was taken.',
    'Look at the meter events of the unit; correct the volume where you know better.',
  ),
  reverseFlow: text(
    '{unit}: water flows backwards',
    'The totalizer has run backwards for half an hour of the last hour or more; the volume is taken off.',
    'Check the non-return valve and the direction of the meter.',
  ),
  counterDisagrees: text(
    '{unit}: counter and flow disagree',
    'In {min} min the counter moved {v} m3, the flow register said {q} m3/h.',
    'Check the pulse output, the decoding and the low-flow cut-off.',
  ),
  dayLimit: text(
    '{unit} over daily limit',
    '{v} {u} used since {since}, limit {thr} {u} ({pct} %).',
    'Find out what runs longer than usual; stop what need not run.',
  ),
  dayLimitNear: text('{unit} near daily limit', '{v} {u} used since {since}, {pct} % of {thr} {u}.[ Over it at about {at}.]', ''),
  dayLimitExpected: text(
    '{unit} will cross its daily limit',
    '{v} {u} used since {since}; such a day crosses {thr} {u} at about {at}.',
    '',
  ),
  energyDay: text(
    '{unit}: energy over daily limit',
    '{v} {u} used since {since}, limit {thr} {u} ({pct} %).',
    'Switch off what need not run.',
  ),
  energyDayNear: text(
    '{unit}: energy near daily limit',
    '{v} {u} used since {since}, {pct} % of {thr} {u}.[ Over it at about {at}.]',
    '',
  ),
  energyDayExpected: text(
    '{unit}: energy will cross its daily limit',
    '{v} {u} since {since}; such a day crosses {thr} at about {at}.',
    '',
  ),
  monthLimit: text(
    '{unit} over monthly limit',
    '{v} {u} since {since}, limit {thr} {u}; at this rate {proj} {u} by month end.',
    'Plan the rest of the month, or ask for a new limit.',
  ),
  monthNear: text(
    '{unit} near monthly limit',
    '{v} {u} since {since}, {pct} % of {thr} {u}; at this rate {proj} {u} by month end.',
    '',
  ),
  monthStep: text('{unit} far over monthly limit', '{v} {u} since {since}, {pct} % of {thr} {u}.', ''),
  flowHigh: text(
    '{unit} flow high',
    '{v} m3/h for {min} min, limit {thr} m3/h.',
    'Look for an open valve or a burst downstream.',
  ),
  flowLow: text('{unit} flow low', '{v} m3/h for {min} min, limit {thr} m3/h.', 'Check the pump, strainer and valves.'),
  steadyFlow: text(
    'Possible leak at {unit}',
    'Steady {v} m3/h for {h} h in quiet time (normal {b}). About {lossKLD} KL a day.',
    'Walk the line; close branches one by one and watch the flow.',
  ),
  steadyFlowUnconfirmed: text(
    'Possible leak at {unit}, unconfirmed',
    'Last seen in quiet time at {leakM3h} m3/h; what else flows hides it now. About {lossKLD} KL a day.',
    'Walk the line; close branches one by one and watch the flow.',
  ),
  nodeLoss: text(
    'Water lost at {unit}',
    '{lossKLD} KL a day (+-{bandKLD}) missing since {date}[, z {z}][, {baselineZ} times the usual scatter].',
    'Compare the meters around it; walk its pipes and close branches one by one.',
  ),
  nightFlow: text(
    'Possible leak at {unit}',
    'Least night flow {v} m3/h, usually {b}. About {lossKLD} KL a day.',
    'Walk the line at night; close branches one by one and watch the flow.',
  ),
  levelHigh: text(
    '{unit} level high',
    '{v} {u}[ ({pct} %)], limit {thr} {measure}.[ Full in about {min} min[ at {q} m3/h].]',
    'Stop or throttle the inflow.',
  ),
  levelHighSoon: text('{unit} filling', '{v} {u}[ ({pct} %)].[ Full in about {min} min[ at {q} m3/h].]', ''),
  levelLow: text(
    '{unit} level low',
    '{v} {u}[ ({pct} %)], limit {thr} {measure}.[ Empty in about {min} min[ at {q} m3/h].]',
    'Start the inflow, or save water downstream.',
  ),
  qualityHigh: text(
    '{unit}: {param} high',
    '15-min mean {v} {u}, limit {thr} ({source}).[ Flow {q} m3/h.]',
    'Check the dosing and the process; hold back the discharge.',
  ),
  qualityLow: text(
    '{unit}: {param} low',
    '15-min mean {v} {u}, limit {thr} ({source}).[ Flow {q} m3/h.]',
    'Check the dosing and the process; hold back the discharge.',
  ),
  demandHigh: text(
    '{unit}: demand high',
    '{v} {u} in the last half hour, contract {thr} {u}.',
    'Shed load until the next half hour.',
  ),
  demandNear: text('{unit}: demand rising', '{v} {u} so far in this half hour, contract {thr} {u}.', ''),
  powerFactorLow: text('{unit}: power factor low', '{v} in the last half hour, limit {thr}.', 'Check the capacitor bank.'),
  secHigh: text(
    '{unit}: kWh per KL high',
    '{v} {u} in the last day, usually {b} {u}.',
    'Look for worn pumps, throttled valves or a fouled membrane.',
  ),
  wellPumping: text(
    '{unit} water level low',
    'Pumping level {v} m below ground, limit {thr} m[ (intake {i} m)].',
    'Stop or throttle.',
  ),
  wellStatic: text('{unit} static level low', 'Static level {v} m below ground, limit {thr} m.', 'Draw less from this well.'),
  wellPermit: text(
    '{unit} over permitted abstraction',
    '{v} KL today, permitted {thr} KL ({pct} %).',
    'Stop the pump until the next day.',
  ),
  wellYearPermit: text(
    '{unit} over its annual permit',
    '{v} KL since {since}, permitted {thr} KL a year ({pct} %).',
    'Stop the pump; ask for a new permit.',
  ),
  wellYearNear: text('{unit} near its annual permit', '{v} KL since {since}, {pct} % of {thr} KL a year.', ''),
  wellCapacity: text('{unit} gives less', 'Specific capacity {v} {u}, usually {b} {u}.', ''),
  wellDry: text('{unit} runs dry', 'The pump runs and gives {v} m3/h, limit {thr} m3/h.', 'Stop the pump at once.'),
};

const reported: Readonly<Record<AlertCategory, string>> = {
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

const oneLine = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim();
const SHOWN = 10;

/** What is said of an event that another program reports; its words are shown as they came, on one line. */
export const tellReported = (unit: string, type: string, category: AlertCategory, numbers: Facts): AlarmText => ({
  title: oneLine(`${unit}: ${type.replaceAll('_', ' ')}`),
  body:
    Object.entries(numbers)
      .slice(0, SHOWN)
      .map(([name, value]) => oneLine(`${name} ${figure(value)}`))
      .join(', ') || 'Reported by another program.',
  action: reported[category],
});

export const textNames: readonly string[] = Object.keys(texts);

/** @param name of a text that a finding names */
export const tell = (name: string, facts: Facts): AlarmText => (texts[name] ?? text(name, '', ''))(facts);

/** What a unit that came back says. */
export const onlineAgain = (unit: string, minutes: number): string => `${unit} online again after ${figure(minutes, 0)} min.`;
