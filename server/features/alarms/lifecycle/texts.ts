import { type AlarmTemplate, alarmTemplates, fillTemplate, reportedActions } from '../../../contract/model/alarmTexts.ts';
import { categoryNames, wordsOfType } from '../../../contract/model/alertCategories.ts';
import { finePlaces } from '../../../contract/rules/finePlaces.ts';
import { unitsOfMeasure } from '../../../plantModel/index.ts';
import type { AlertCategory } from '../model.ts';

type Facts = Readonly<Record<string, number | string>>;
export type AlarmText = { title: string; body: string; action: string };

const places: Record<string, number> = { pct: 0, min: 0, h: 1 };

/** A number as people read it: none of its places where it is large or they are nothing. */
const figure = (value: number | string | undefined, most: number): string =>
  typeof value === 'number' ? String(Number(value.toFixed(Math.abs(value) >= 1000 ? 0 : most))) : (value ?? '');

/** Two at most; megalitres and megawatt-hours need more than the units of every day, and so does what is small. */
const placesOf = (value: number | string | undefined, unit: string | number | undefined): number => {
  const places = Math.max(2, unitsOfMeasure[String(unit)]?.decimals ?? 2);
  return typeof value === 'number' ? finePlaces(value, places) : places;
};

/** What an alarm says in English. */
const fill = ({ title, body, action }: AlarmTemplate, facts: Facts): AlarmText => {
  const say = (template: string): string =>
    fillTemplate(template, facts, (name, value) => figure(value, places[name] ?? placesOf(value, facts.u)));
  return { title: say(title), body: say(body), action: say(action) };
};

const texts: Readonly<Record<string, AlarmTemplate>> = alarmTemplates;

const oneLine = (text: string): string => text.replace(/[\s\p{C}]+/gu, ' ').trim();
const SHOWN = 10;

/** What is said of an event that another program reports; its words are shown as they came, on one line. */
export const wordReported = (unit: string, type: string, category: AlertCategory, numbers: Facts): AlarmText => ({
  title: oneLine(`${unit}: ${wordsOfType(type) ?? categoryNames[category]}`),
  body:
    Object.entries(numbers)
      .slice(0, SHOWN)
      .map(([name, value]) => oneLine(`${name.replaceAll('_', ' ')} ${figure(value, placesOf(value, undefined))}`))
      .join(', ') || 'Reported by another program.',
  action: reportedActions[category],
});

export const textNames: readonly string[] = Object.keys(texts);

/** @param name of a text that a finding names */
export const wordAlarm = (name: string, facts: Facts): AlarmText =>
  fill(texts[name] ?? { title: name, body: '', action: '' }, facts);

/** What a unit that came back says. */
export const onlineAgain = (unit: string, minutes: number): string => `${unit} online again after ${figure(minutes, 0)} min.`;
