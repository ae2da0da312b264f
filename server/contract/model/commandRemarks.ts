/** Why a command was refused, did not leave, or is not known; each sentence with the names of what it says. */
export const remarkSentences = {
  notSent: 'not sent: {why}',
  outside: '{value} is outside {min} to {max}',
  notANumber: 'the value is not a number',
  notAStep: '{value} is not a step of {step} from {min}',
  rawTooSoon: 'written raw {passed} ms ago; at most once in {interval} ms',
  tooSoon: 'written {passed} ms ago; at most once in {interval} ms',
  tooFast: 'a change of {change} in {seconds} s; at most {most} a minute',
  interlockUnknown: '{interlock}: its value is not known',
  interlockAgeUnknown: '{interlock}: the age of its value is not known',
  interlockOld: '{interlock}: its value is {seconds} s old',
  interlockSimulated: '{interlock}: its value is simulated',
  interlockBelow: '{interlock}: it is {value}, and must be below {limit}',
  interlockAbove: '{interlock}: it is {value}, and must be above {limit}',
  interlockEqual: '{interlock}: it is {value}, and must be equal {limit}',
  interlockNotEqual: '{interlock}: it is {value}, and must be other than {limit}',
  siteReadOnly: 'the site is read-only',
  fieldReadOnly: 'the field is read-only',
  noValue: 'the registers hold no value of this point',
  deadline: 'its deadline has passed',
  deadlineInQueue: 'the command was not sent before its deadline',
  earlierFailed: '{frame} before it was not carried out',
  nothingRead: 'nothing could be read back',
  feedbackShows: 'the feedback shows {raw}',
  shownBefore: 'what it shows, {raw}, was there before it was sent',
  mayBeEarlier: 'it shows {raw}, which may be of before or of an earlier command',
  newerFollowed: 'a newer command followed before its effect showed',
  stoppedBefore: 'the server stopped before its effect showed',
  stoppedBeforeTurn: 'the server stopped before its turn',
  stoppedUnseen: 'the server stopped while it was under way, and nothing shows its effect',
  stoppedShows: 'the server stopped while it was under way; the feedback shows {raw}',
  settledAfterRestart: 'settled after a restart',
  deviceStayedAway: 'the device did not come back after a restart',
  oneRaw: 'raw frames go one in a command, at most one a second',
  useValve: 'it is a valve or relay: use /plc/relay/valve',
  noWritePoint: 'it is no write point, and no raw window of yours is open there',
  windowClosed: 'the raw window was closed meanwhile',
  sessionEnded: 'the session of {user} has ended meanwhile',
  rightTaken: '{user} does not hold {right} any more',
  pointChanged: 'the write point was changed meanwhile',
  deviceChanged: 'the device was changed meanwhile',
  bothEnds: 'both end switches are on',
  notInService: 'the device is not in service',
  unitZero: 'unit 0 is never written',
  noAnswer: 'no answer in time',
  damagedAnswer: 'the answer came damaged',
  unanswered: 'a write went unanswered',
  exception: 'Modbus exception {exception}',
  closedByDevice: 'the device closed the connection',
  closed: 'connection closed',
  lost: 'connection lost: {why}',
  cannotConnect: 'cannot connect to {address}: {why}',
  notConnected: 'the line is not connected',
  notOpen: 'the connection is not open',
  lineStopped: 'the line was stopped',
  tooManyWait: '{count} commands already wait',
} as const;

export type RemarkCode = keyof typeof remarkSentences;
type NameIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NameIn<Rest> : never;
type ParamsOf<C extends RemarkCode> = Record<NameIn<(typeof remarkSentences)[C]>, string | number>;

/** `other` says in `text` what no sentence of the table says. */
export type Remark = { code: RemarkCode | 'other'; params: Record<string, string | number> };

const codes = Object.keys(remarkSentences) as RemarkCode[];
export const remarkCodes = [...codes, 'other'] as const;
const numeric = new Set([
  'value',
  'min',
  'max',
  'step',
  'passed',
  'interval',
  'change',
  'seconds',
  'most',
  'limit',
  'exception',
  'count',
]);

/** Words and names of a sentence in turn, beginning with words: "written ", "passed", " ms ago". */
export const partsOf = (sentence: string): readonly string[] =>
  sentence.split('{').flatMap((part, at) => (at === 0 ? [part] : part.split('}')));

/** The sentence of a code with what it says. */
export const sayRemark = <C extends RemarkCode>(code: C, params: ParamsOf<C>): string =>
  partsOf(remarkSentences[code])
    .map((part, at) => (at % 2 === 0 ? part : String(Reflect.get(params, part))))
    .join('');

const paramOf = (name: string, said: string): string | number => {
  const number = Number(said);
  return numeric.has(name) && String(number) === said ? number : said;
};

/** What a text has in place of the names of a sentence, or null where it is another sentence. A name at the beginning may hold words of the sentence itself. */
const paramsIn = (text: string, sentence: string): Remark['params'] | null => {
  const parts = partsOf(sentence);
  const [head = '', ...rest] = parts;
  const params: Remark['params'] = {};
  if (rest.length === 0) return text === head ? params : null;
  const tail = rest.at(-1) ?? '';
  if (text.length < head.length + tail.length || !text.startsWith(head) || !text.endsWith(tail)) return null;
  let from = head.length;
  let to = text.length - tail.length;
  let first = 0;
  let last = rest.length - 2;
  while (first < last) {
    const between = rest[head === '' ? last - 1 : first + 1] ?? '';
    const at = head === '' ? text.lastIndexOf(between, to - between.length) : text.indexOf(between, from);
    if (at < from || at + between.length > to) return null;
    const name = rest[head === '' ? last : first] ?? '';
    params[name] = paramOf(name, head === '' ? text.slice(at + between.length, to) : text.slice(from, at));
    if (head === '') {
      to = at;
      last -= 2;
    } else {
      from = at + between.length;
      first += 2;
    }
  }
  const name = rest[first] ?? '';
  params[name] = paramOf(name, text.slice(from, to));
  return Object.values(params).includes('') ? null : params;
};

/** What a stored remark says, as codes with what they say, so that each language words it: none of an empty one. */
export const remarksOf = (text: string): Remark[] => {
  if (text === '') return [];
  for (const code of codes) {
    const params = paramsIn(text, remarkSentences[code]);
    if (params === null) continue;
    return code === 'notSent' ? [{ code, params: {} }, ...remarksOf(String(params.why))] : [{ code, params }];
  }
  return [{ code: 'other', params: { text } }];
};

/** What the answer to a command that was not delivered says; the first word is what became of it. */
const undeliveredSentences = {
  nothing: 'REFUSED: nothing was delivered: {why} (command {command})',
  refused: 'REFUSED: not delivered: {why} (command {command})',
  unknown: 'UNKNOWN: it is not known whether it moved: {why} (command {command})',
} as const;
type Undelivered = keyof typeof undeliveredSentences;

export const sayUndelivered = (what: Undelivered, { why, command }: { why: string; command: string }): string =>
  partsOf(undeliveredSentences[what])
    .map((part, at) => (at % 2 === 0 ? part : part === 'why' ? why : command))
    .join('');

/** What such an answer says, with the remarks of its reason; null of any other. */
export const undeliveredIn = (text: string): { outcome: 'REFUSED' | 'UNKNOWN'; remarks: Remark[] } | null => {
  for (const what of Object.keys(undeliveredSentences) as Undelivered[]) {
    const params = paramsIn(text, undeliveredSentences[what]);
    if (params !== null) return { outcome: what === 'unknown' ? 'UNKNOWN' : 'REFUSED', remarks: remarksOf(String(params.why)) };
  }
  return null;
};
