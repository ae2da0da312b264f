import { systemMessages } from './en/parts/systemMessages.ts';
import { inLanguage, language } from './language.ts';

const words = inLanguage(systemMessages, (hindi) => hindi.systemMessages);

/** A code of the operating system or of its name service, as Node.js writes it, with what it was doing. */
const codes = /(connect |getaddrinfo |read |write |listen |bind |spawn )?\b(E(?:AI_)?[A-Z]{2,20})\b(:?)/g;

type Found = { begin: number; code: string; rest: string };

/** Not every word in capitals is a code: it is one where it is known, or where a message has its code. */
const findCode = (message: string): Found | undefined => {
  for (const { 0: all, 1: doing, 2: code = '', 3: colon, index } of message.matchAll(codes))
    if (Object.hasOwn(words.codes, code) || doing !== undefined || (colon === ':' && index === 0))
      return { begin: index, code, rest: colon === ':' ? '' : message.slice(index + all.length) };
  return undefined;
};

/** What it is about: the path in quotes, or the address that follows the code. */
const subjectIn = (message: string, rest: string): string => /'([^']*)'/.exec(message)?.[1] ?? rest.trim();

export const isSystemMessage = (message: string): boolean => findCode(message) !== undefined;

/** A message of the operating system in the person's language, with its code; any other message as it came. */
export const saySystem = (message: string): string => {
  const found = findCode(message);
  if (found === undefined) return message;
  const { begin, code, rest } = found;
  const subject = subjectIn(message, rest);
  const said = `${words.codes[code] ?? words.other} (${subject === '' ? code : `${code}, ${subject}`})`;
  // what the server says before it is English
  return language() === 'en' ? message.slice(0, begin) + said : said;
};
