import { dateText } from './elements.js';
import { text } from './words/language.js';

export const PERIODS = ['DAY', 'MONTH', 'YEAR'];

export const dmy = (iso) => iso.split('-').reverse().join('/');

/** What the window of an answer is called: one day, or the first and the last. */
export const windowText = ({ label }) =>
  label
    .split(' - ')
    .map((date) => dateText(date.split('/').reverse().join('-')))
    .reduce((first, last) => text.plant.fromTo(first, last));
