import type { QualityLetter } from '../../server/contract/model/common.ts';

/** Letters of which the number says nothing; the API fills 0 in their place. */
const unknown: readonly QualityLetter[] = ['M', 'X'];
/** Letters of an amount or of a shape that nobody measured. */
const estimated: readonly QualityLetter[] = ['E', 'F'];

/** The letter of a step; a step without one is missing. */
export const letterAt = (quality: string, at: number): QualityLetter => (quality[at] ?? 'M') as QualityLetter;

/** Whether a step has a value: it is neither missing nor rejected. */
export const hasValue = (letter: QualityLetter): boolean => !unknown.includes(letter);

/** Whether a value is estimated; it must never look measured. */
export const isEstimated = (letter: QualityLetter): boolean => estimated.includes(letter);
