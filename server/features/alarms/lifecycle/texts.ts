import { alarmFigure } from '../../../contract/model/alarmFigures.ts';
import { type AlarmTemplate, alarmTemplates, fillTemplate, reportedActions } from '../../../contract/model/alarmTexts.ts';
import { categoryNames, wordsOfType } from '../../../contract/model/alertCategories.ts';
import { finePlaces } from '../../../contract/rules/finePlaces.ts';
import { unitsOfMeasure } from '../../../plantModel/index.ts';
import type { AlertCategory } from '../model.ts';

type Facts = Readonly<Record<string, number | string>>;
export type AlarmText = { title: string; body: string; action: string };

/** A number as people read it: without the places that are nothing. */
const figure = (name: string, value: number | string | undefined, facts: Facts): string => {
  if (typeof value !== 'number') return value ?? '';
  const written = alarmFigure(name, value, facts, placesOf(value, facts.u));
  return String(Number(written.value.toFixed(written.places)));
};

/** Two at most; megalitres and megawatt-hours need more than the units of every day, and so does what is small. */
const placesOf = (value: number, unit: string | number | undefined): number =>
  finePlaces(value, Math.max(2, unitsOfMeasure[String(unit)]?.decimals ?? 2));

/** What an alarm says in English. */
const fill = ({ title, body, action }: AlarmTemplate, facts: Facts): AlarmText => {
  const say = (template: string): string => fillTemplate(template, facts, (name, value) => figure(name, value, facts));
  return { title: say(title), body: say(body), action: say(action) };
};

const texts: Readonly<Record<string, AlarmTemplate>> = alarmTemplates;

const oneLine = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim();
const SHOWN = 10;
/** Of what another program reports these alone are known to belong together. */
const REPORTED = ['value', 'threshold', 'limit'];

/** What is said of an event that another program reports; its words are shown as they came, on one line. */
export const wordReported = (unit: string, type: string, category: AlertCategory, numbers: Facts): AlarmText => ({
  title: oneLine(`${unit}: ${wordsOfType(type) ?? categoryNames[category]}`),
  body:
    Object.entries(numbers)
      .slice(0, SHOWN)
      .map(([name, value]) =>
        oneLine(`${name.replaceAll('_', ' ')} ${figure(REPORTED.includes(name) ? name : '', value, numbers)}`),
      )
      .join(', ') || 'Reported by another program.',
  action: reportedActions[category],
});

export const textNames: readonly string[] = Object.keys(texts);

/** @param name of a text that a finding names */
export const wordAlarm = (name: string, facts: Facts): AlarmText =>
  fill(texts[name] ?? { title: name, body: '', action: '' }, facts);

/** What a unit that came back says. */
export const onlineAgain = (unit: string, minutes: number): string =>
  `${unit} online again after ${figure('min', minutes, {})} min.`;
