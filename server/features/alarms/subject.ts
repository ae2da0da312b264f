import type { RuleFinding } from './rules/model.ts';

/** What an alarm is about: a unit, a gateway of the field, or a node of the water balance. */
export type AlarmSubject = { kind: 'unit' | 'gateway' | 'node'; id: string };

const kinds = ['gateway', 'node'] as const;

/** A subject as it is stored: the id of a unit, `gateway:<id>` or `node:<id>`. */
export const subjectText = ({ kind, id }: AlarmSubject): string => (kind === 'unit' ? id : `${kind}:${id}`);

export const subjectOf = (stored: string): AlarmSubject => {
  const kind = kinds.find((one) => stored.startsWith(`${one}:`));
  return kind === undefined ? { kind: 'unit', id: stored } : { kind, id: stored.slice(kind.length + 1) };
};

/** Whether an alarm's unit is one of the plant's: a gateway and a node without meters are none. */
export const isOfUnit = (unitId: string): boolean => unitId !== '' && subjectOf(unitId).kind === 'unit';

/** Key of a finding within its industry: `subject|category|param|direction|period`. No part holds a bar. */
export const alarmKey = (
  subject: string,
  category: string,
  { param, direction, period }: Pick<RuleFinding, 'param' | 'direction' | 'period'>,
): string => `${subject}|${category}|${param}|${direction}|${period}`;

/** Whether a key is of one day or month, with which its alarm ends. */
export const hasPeriod = (key: string): boolean => key.slice(key.lastIndexOf('|') + 1) !== '';

/** The parameter in a key of a rule. */
export const paramOfKey = (key: string): string => key.split('|')[2] ?? '';

/** The subject in a key; one of another program's alarm, or of a fault, has none that is not a unit. */
export const subjectOfKey = (key: string): AlarmSubject => {
  const named = key.split('|').slice(0, -1).slice(0, 2).map(subjectOf);
  return named.find(({ kind }) => kind !== 'unit') ?? { kind: 'unit', id: named[0]?.id ?? '' };
};

const ofServer: ReadonlySet<string> = new Set(['storage', 'backup', 'power']);

/** What a fault is about that no rule found: the server, its clock, or equipment such as a valve (`valve:<id>`). */
export const subjectOfFault = (key: string): { kind: 'server' | 'clock' | 'equipment'; id: string } => {
  if (ofServer.has(key)) return { kind: 'server', id: key };
  return key === 'clock' ? { kind: 'clock', id: key } : { kind: 'equipment', id: key.slice(key.indexOf(':') + 1) };
};
