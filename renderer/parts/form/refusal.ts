import { words } from './words.ts';

const verb = /^(must|is|has|cannot|does|goes|touches|needs|takes|makes|joins) /;

/** A refusal without a path; one that begins with a path of the body, as `data.steps`, keeps it as it is. */
export const asSentence = (said: string): string => said.replace(/^[a-z](?=[a-z]*[ ,:])/, (first) => first.toUpperCase());

/** What a refusal says of the field at a path, without the name that the field has on the wire; a name that is a plain word may be needed. */
export const ruleOf = (said: string, path: string): string => {
  const [before, ...rest] = said.split(`${path} `);
  const rule = before === '' ? rest.join(`${path} `) : said;
  return verb.test(rule) || rule === 'missing' || /^id$|[.A-Z]/.test(path) ? rule : said;
};

/** A rule as a sentence, where it is plain of what it is. */
export const sentenceOf = (rule: string): string => {
  if (rule === 'missing') return words.needed;
  return verb.test(rule) ? `This ${rule.replace(/\.$/, '')}.` : asSentence(rule);
};
