import { frame as enFrame } from './en/parts/frame.ts';
import { measures as enMeasures } from './en/parts/measures.ts';
import { inLanguage } from './language.ts';

/** The words that every page shares. A page's own are in its `words.ts`. */
export const text = inLanguage({ ...enFrame, ...enMeasures }, ({ frame, measures }) => ({ ...frame, ...measures }));
