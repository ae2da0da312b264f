/** The words of the pages of a hub: plain files for a browser, where no compiler compares the two languages. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { proposablePermissions, proposalState, proposalValues, refusalCode } from '../../contract/hub/proposals.ts';
import { fieldQuality } from '../../contract/model/field.ts';
import { reportServices, reportTypes } from '../../contract/model/reports.ts';
import { rolePreset } from '../../contract/plant/accounts/people.ts';

const folder = join(import.meta.dirname, '../../../resources/fleet');
type Words = { [name: string]: string | Words | ((...given: unknown[]) => string) };
const wordsOf = async (language: string): Promise<Words> =>
  ((await import(pathToFileURL(join(folder, `words/${language}.js`)).href)) as Record<string, Words>)[language] ?? {};

/** Each text by its path; of one that is made, as it is made of ones. */
const textsOf = (words: Words, path = ''): [string, string][] =>
  Object.entries(words).flatMap(([name, word]) => {
    if (typeof word === 'object') return textsOf(word, `${path}${name}.`);
    return [[`${path}${name}`, typeof word === 'string' ? word : `${word(...Array(word.length).fill(1))} (${word.length})`]];
  });
/** Formats of figures and files, which are alike in every language. */
const sameInBoth = ['refused', 'plants.alarms', 'compare.unknown'];

afterEach(() => vi.unstubAllGlobals());

it('name the unit of an alarm once', async () => {
  vi.stubGlobal('localStorage', { getItem: () => null });
  const { alarmText } = (await import(pathToFileURL(join(folder, 'elements.js')).href)) as {
    alarmText: (alarm: { unitName: string; description: { title: string } }) => string;
  };
  const said = (title: string) => alarmText({ unitName: 'Municipal inlet', description: { title } });
  expect(said('Municipal inlet near daily limit')).toBe('Municipal inlet near daily limit');
  expect(said('Gateway does not answer')).toBe('Municipal inlet: Gateway does not answer');
});

it('name the zone of a time', async () => {
  vi.stubGlobal('localStorage', { getItem: () => 'en' });
  const { timeText } = (await import(pathToFileURL(join(folder, 'elements.js')).href)) as { timeText: (iso: string) => string };
  expect(timeText('2026-11-29T20:12:00Z')).toMatch(/ 2026, \d\d:\d\d [A-Z]/);
});

it('are the same in Hindi as in English, each with its Hindi', async () => {
  const [english, hindi] = [new Map(textsOf(await wordsOf('en'))), new Map(textsOf(await wordsOf('hi')))];
  expect([...hindi.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  expect(english.size).toBeGreaterThan(150);
  const argumentsOf = (text?: string) => /\(\d\)$/.exec(text ?? '')?.[0];
  const untranslated = [...hindi].filter(([path, text]) => {
    const isAlike = argumentsOf(text) === argumentsOf(english.get(path));
    return !isAlike || (!/[\u0900-\u097f]/.test(text) && !sameInBoth.includes(path));
  });
  expect(untranslated).toEqual([]);
});

it('name everything that the contract knows and a page may have to show', async () => {
  const { proposals, plant, people } = (await wordsOf('en')) as Record<string, Record<string, Words>>;
  const keys = (words?: Words): string[] => Object.keys(words ?? {}).toSorted();
  const fields = Object.values(proposalValues).flatMap(({ shape }) => Object.keys(shape));
  expect(keys(proposals?.kinds)).toEqual(Object.keys(proposalValues).toSorted());
  expect(keys(proposals?.fields)).toEqual([...new Set(fields)].toSorted());
  expect(keys(proposals?.permissions)).toEqual(proposablePermissions.options.toSorted());
  expect(keys(proposals?.states)).toEqual(proposalState.options.toSorted());
  expect(keys(proposals?.codes)).toEqual(refusalCode.options.toSorted());
  expect(keys(proposals?.reportTypes)).toEqual(reportTypes.toSorted());
  expect(keys(proposals?.services)).toEqual(reportServices.toSorted());
  expect(keys(people?.roles)).toEqual(rolePreset.options.toSorted());
  expect(keys(plant?.qualities)).toEqual(fieldQuality.options.filter((one) => one !== 'GOOD').toSorted());
});

it('are in the catalogues alone, not in the pages', () => {
  const pages = readdirSync(folder).filter((name) => name.endsWith('.js'));
  expect(pages.length).toBeGreaterThan(5);
  const found = pages.flatMap((name) => {
    const code = readFileSync(join(folder, name), 'utf8').replaceAll(/^ *(\/\*\*|\/\/).*$/gm, '');
    return [...code.matchAll(/(['"`])([A-Z][a-z]+(?: [a-z]+)*[.?]?|[a-z]+(?: [a-z]+)+)\1/g)].map(
      ([, , text]) => `${name}: ${text}`,
    );
  });
  // a header of HTTP, and selectors of style
  const noText = /: (Authorization|(thead|tbody) th|nav a)$/;
  expect(found.filter((one) => !noText.test(one))).toEqual([]);
});
