import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Answers } from './play.ts';

const MOST_SHOWN = 12;
const MOST_LENGTH = 160;
/** Part of a picture's pixels that may differ: edges of letters and lines. */
const TOLERANCE = 0.01;

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length > MOST_LENGTH ? `${text.slice(0, MOST_LENGTH)}…` : text;
};

const isTree = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const parsed = (value: unknown): unknown => {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
};

/** Where two answers differ: `path: before -> after`, in the order of the recorded one. */
const differing = (path: string, before: unknown, after: unknown): string[] => {
  if (Object.is(before, after)) return [];
  const [one, other] = [parsed(before), parsed(after)];
  if (isTree(one) && isTree(other) && Array.isArray(one) === Array.isArray(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    const found = keys.flatMap((key) => differing(path === '' ? key : `${path}.${key}`, one[key], other[key]));
    const isText = typeof before === 'string' && typeof after === 'string';
    return found.length === 0 && isText && before !== after ? [`${path}: same values, written in another way`] : found;
  }
  const lines = [one, other].map((text) => (typeof text === 'string' && text.includes('\n') ? text.split('\n') : undefined));
  if (lines[0] && lines[1]) return differing(`${path} line`, lines[0], lines[1]);
  return one === other ? [] : [`${path}: ${shown(one)} -> ${shown(other)}`];
};

/** Every difference between the recorded answers of a group and those of today, by request. */
export const compareAnswers = (recorded: Answers, today: Answers): string[] =>
  [...new Set([...Object.keys(recorded), ...Object.keys(today)])].flatMap((request) => {
    const found = differing('', recorded[request], today[request]);
    const more = found.length > MOST_SHOWN ? [`  and ${found.length - MOST_SHOWN} more`] : [];
    return found.length === 0 ? [] : [request, ...found.slice(0, MOST_SHOWN).map((one) => `  ${one}`), ...more];
  });

/** What is wrong with a picture, or nothing. */
export const comparePictures = (recorded: Uint8Array, today: Uint8Array): string | undefined => {
  const [before, after] = [PNG.sync.read(Buffer.from(recorded)), PNG.sync.read(Buffer.from(today))];
  const { width, height } = before;
  if (width !== after.width || height !== after.height) return `${width} x ${height} -> ${after.width} x ${after.height} pixels`;
  const share = pixelmatch(before.data, after.data, undefined, width, height, { threshold: 0.1 }) / (width * height);
  return share > TOLERANCE ? `${(share * 100).toFixed(1)} % of the pixels differ` : undefined;
};
