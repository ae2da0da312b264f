import { placesBeside, placesNotZero, type WrittenShare, writtenShare } from '../rules/besideMarks.ts';

type Params = Readonly<Record<string, number | string>>;
/** A number as it is written, and its places after the point. */
export type WrittenFigure = { value: number; places: number };

/** The parameters of a message that a number is written beside, and must not read as the same as. */
const besideOf: Readonly<Record<string, readonly string[]>> = {
  v: ['thr', 'b'],
  thr: ['v', 'proj'],
  b: ['v'],
  proj: ['thr'],
  lossKLD: ['bandKLD'],
  bandKLD: ['lossKLD'],
  value: ['threshold', 'limit'],
  threshold: ['value'],
  limit: ['value'],
};

const wholePlaces: Readonly<Record<string, number>> = { pct: 0, min: 0, n: 0, h: 1 };
const numberOf = (value: number | string | undefined): number | null => (typeof value === 'number' ? value : null);

/** A level in percent of its tank stands beside its limit, any other percentage is a part of a limit. */
const shareFigure = (pct: number, { thr, measure }: Params): WrittenShare => {
  if (measure !== '%') return writtenShare(pct, 0);
  return { percent: pct, places: placesBeside(pct, [numberOf(thr)], placesNotZero(pct, 0)) };
};

/**
 * A number of an alarm’s message with its places: as many as keep it apart from its limit, and none that make something nothing.
 * @param least places of what has no places by its name: those of its unit of measure.
 */
export const alarmFigure = (name: string, value: number, params: Params, least: number): WrittenFigure => {
  if (name === 'pct') {
    const { percent, places } = shareFigure(value, params);
    return { value: percent, places };
  }
  const own = placesNotZero(value, wholePlaces[name] ?? (Math.abs(value) >= 1000 ? 0 : least));
  // a limit in percent of a tank says nothing of an amount
  const isOther = params.measure !== undefined && params.u !== undefined && params.measure !== params.u;
  const marks = isOther ? [] : (besideOf[name] ?? []).map((mark) => numberOf(params[mark]));
  return { value, places: placesBeside(value, marks, own) };
};
