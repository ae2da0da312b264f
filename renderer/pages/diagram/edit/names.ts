import { words } from './words.ts';

/** A page, symbol or line as a person knows it. */
export const nameOfThing = (thing: object, key: string): string => {
  const [kind = '', ...ids] = key.split(' ');
  const name = Reflect.get(thing, 'label') ?? Reflect.get(thing, 'name');
  return `${words.differenceOf[kind] ?? kind} ${typeof name === 'string' && name !== '' ? name : (ids.at(-1) ?? '')}`;
};
