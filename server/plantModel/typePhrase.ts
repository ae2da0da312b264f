import type { UnitType } from '../contract/model/common.ts';

/** "a flow unit", "an energy unit": what a unit is, in a sentence. */
export const typePhrase = (type: UnitType): string => `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type} unit`;
