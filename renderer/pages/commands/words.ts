import { commands as en } from '../../text/en/commands.ts';
import { inLanguage } from '../../text/language.ts';

export const words = inLanguage(en, ({ commands }) => commands);

type Kind = keyof typeof words.kinds;

/** A relay is on or off; a valve is open or closed. The server calls both open and closed. */
export const statesOf = (kind: Kind) => (kind === 'relay' ? words.relayStates : words.states);
export const targetsOf = (kind: Kind) => (kind === 'relay' ? words.relayTargets : words.targets);
