import { words } from './words.ts';

/** A node or line as a person knows it. */
export const nameOfThing = (thing: object, key: string): string => {
  const [kind = '', ...id] = key.split(' ');
  const label = Reflect.get(thing, 'label');
  return `${words.differenceOf[kind] ?? kind} ${typeof label === 'string' && label !== '' ? label : id.join(' ')}`.trim();
};
