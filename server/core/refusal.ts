import { Failure } from './fail.ts';

/** One input that breaks a rule: its path in the body, and why. */
export type InputFault = { path: string; message: string };

const sentence = ({ path, message }: InputFault): string => (message.startsWith(path) ? message : `${path} ${message}`);
const details = (faults: readonly InputFault[]): { errors: InputFault[] } => ({
  errors: faults.map((fault) => ({ path: fault.path, message: sentence(fault) })),
});

/** @throws Failure `badRequest` when there are faults, with all of them. */
export const refuse = (faults: readonly InputFault[]): void => {
  const [first] = faults;
  if (first) throw new Failure('badRequest', sentence(first), details(faults));
};

/** Failure `conflict` for what is right in itself but collides with something that is there. */
export const conflict = (path: string, message: string): Failure =>
  new Failure('conflict', message, details([{ path, message }]));

/** @throws Failure `conflict` when a change was made from another version than the present one. */
export const refuseStale = (present: number, sent: number | undefined): void => {
  if (sent !== undefined && sent !== present)
    throw conflict('version', `version ${sent} is no longer the present one: it was changed meanwhile and is ${present}`);
};

/** @throws Failure `conflict` when none of the tags of an If-Match header is the present one. */
export const refuseOtherTag = (ifMatch: string, present: string): void => {
  const tags = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes('*') && !tags.includes(`"${present}"`))
    throw new Failure('conflict', 'It was changed meanwhile: read it again');
};

/** The thing asked for. @throws Failure `notFound` when it is not there, or belongs to another industry. */
export const requireFound = <T>(thing: T | undefined, what: string): T => {
  if (thing === undefined) throw new Failure('notFound', `${what} not found`);
  return thing;
};
