import { channelNames } from './draft.ts';
import { words } from './words.ts';

/** What a field, or a list of fields, of the delivery settings is called. */
export const labelOf = (thing: string): string => {
  const channel = channelNames.find((name) => thing.startsWith(`channels.${name}.`));
  if (channel !== undefined) {
    const of = thing.slice(`channels.${channel}.`.length);
    return `${words.channels[channel]}: ${words.fieldLabels[of] ?? of}`;
  }
  if (thing.startsWith('flood')) return words.flood;
  return thing.startsWith('rotas') ? words.rotas : words.escalation;
};
