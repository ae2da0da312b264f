import { language } from '../../text/language.ts';
import { isSystemMessage, saySystem } from '../../text/systemWords.ts';
import { ruleOf, sentenceOf } from './refusal.ts';
import { words } from './words.ts';

/** Names of fields as the server's rules call them. */
const fieldName = /\b(?:[a-z]+[A-Z]\w*|lt|ht|modulus)\b/g;

/**
 * What the server's rules say of a field, beside that field: other fields are called what their labels are.
 * @param labelOf the label of a field beside it; undefined where there is none by that name.
 */
export const sayRefusal = (message: string, path: string, labelOf: (name: string) => string | undefined): string => {
  if (isSystemMessage(message)) return saySystem(message);
  // the server words a rule in English; another language has its own, general sentence
  if (language() !== 'en') return words.wrong;
  const named = ruleOf(message, path).replace(fieldName, (name) => {
    const label = labelOf(name);
    return label === undefined ? name : `“${label}”`;
  });
  return sentenceOf(named);
};
