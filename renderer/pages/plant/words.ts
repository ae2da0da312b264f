import { factFields as factFieldsEn } from '../../text/en/plant/factFields.ts';
import { plant as en } from '../../text/en/plant/plant.ts';
import { pointFields as pointFieldsEn } from '../../text/en/plant/pointFields.ts';
import { unitFields as unitFieldsEn } from '../../text/en/plant/unitFields.ts';
import { units as unitsEn } from '../../text/en/units.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ plant }) => plant);
/** What is measured, as a person calls an amount of it. */
export const amounts = inLanguage(unitsEn.params, ({ units }) => units.params);
export const unitFields = inLanguage(unitFieldsEn, ({ unitFields: own }) => own);
export const factFields = inLanguage(factFieldsEn, ({ factFields: own }) => own);
export const pointFields = inLanguage(pointFieldsEn, ({ pointFields: own }) => own);
