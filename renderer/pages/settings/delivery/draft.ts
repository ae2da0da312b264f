import type { AlertSettings } from '../../../../server/contract/model/alertSettings.ts';

/** Everything as typed, by the path in the alert settings; a switch is 'on' or empty, recipients are one text. */
export type DeliveryDraft = Record<string, string | undefined>;

export const channelNames = ['email', 'sms', 'messaging', 'push', 'web'] as const;
export type ChannelName = (typeof channelNames)[number];

const listOf = (recipients: readonly string[]): string => recipients.join(', ');
const recipientsOf = (typed = ''): string[] =>
  typed
    .split(/[,;\n]+/)
    .map((one) => one.trim())
    .filter(Boolean);
const switchOf = (on: boolean): string => (on ? 'on' : '');

type Escalation = AlertSettings['escalation'];
type Rotas = NonNullable<AlertSettings['rotas']>;

const channelDraft = (
  name: ChannelName,
  { enabled, minPriority, recipients, quietHours }: AlertSettings['channels'][ChannelName],
) => ({
  [`channels.${name}.enabled`]: switchOf(enabled),
  [`channels.${name}.minPriority`]: String(minPriority),
  [`channels.${name}.recipients`]: listOf(recipients),
  [`channels.${name}.quietHours.from`]: quietHours?.from ?? '',
  [`channels.${name}.quietHours.to`]: quietHours?.to ?? '',
});

const stepDraft = ({ afterMinutes, recipients }: Escalation[number], at: number): DeliveryDraft => ({
  [`escalation.${at}.afterMinutes`]: String(afterMinutes),
  [`escalation.${at}.recipients`]: listOf(recipients),
});

const rotaDraft = ({ name, turns, otherwise }: Rotas[number], at: number): DeliveryDraft => ({
  [`rotas.${at}.name`]: name,
  [`rotas.${at}.otherwise`]: listOf(otherwise),
  ...Object.assign(
    {},
    ...turns.map(({ days, from, to, recipients }, turn) => ({
      [`rotas.${at}.turns.${turn}.days`]: days.join(','),
      [`rotas.${at}.turns.${turn}.from`]: from,
      [`rotas.${at}.turns.${turn}.to`]: to,
      [`rotas.${at}.turns.${turn}.recipients`]: listOf(recipients),
    })),
  ),
});

/** Settings as they are typed. */
export const draftOf = ({ channels, escalation, rotas = [], flood }: AlertSettings): DeliveryDraft =>
  Object.assign(
    {},
    ...channelNames.map((name) => channelDraft(name, channels[name])),
    { 'flood.perTenMinutes': String(flood.perTenMinutes), 'flood.digest': switchOf(flood.digest) },
    ...escalation.map(stepDraft),
    ...rotas.map(rotaDraft),
  );

/** How many lines a list of the draft has: "escalation", "rotas.0.turns". */
export const countOf = (draft: DeliveryDraft, list: string): number => {
  const lines = Object.entries(draft)
    .filter(([path, value]) => value !== undefined && path.startsWith(`${list}.`))
    .map(([path]) => Number(path.slice(list.length + 1).split('.')[0]));
  return Math.max(-1, ...lines) + 1;
};

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
const numberIn = (typed = ''): number => (/^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN);

/** The draft with a line of a list taken out; the lines after it move up. Fields that are gone are undefined. */
export const withoutLine = (draft: DeliveryDraft, list: string, line: number): DeliveryDraft => {
  const last = countOf(draft, list) - 1;
  const fields = (at: number) => Object.keys(draft).filter((path) => path.startsWith(`${list}.${at}.`));
  const moved: DeliveryDraft = {};
  for (const at of range(last - line + 1).map((step) => line + step)) {
    for (const path of fields(at)) moved[path] = undefined;
    for (const path of fields(at + 1)) moved[`${list}.${at}.${path.slice(`${list}.${at + 1}.`.length)}`] = draft[path];
  }
  return moved;
};

const channelBody = (draft: DeliveryDraft, name: ChannelName) => {
  const of = (field: string): string => draft[`channels.${name}.${field}`] ?? '';
  const [from, to] = [of('quietHours.from').trim(), of('quietHours.to').trim()];
  return {
    enabled: of('enabled') === 'on',
    minPriority: Number(of('minPriority')),
    recipients: recipientsOf(of('recipients')),
    ...(from === '' && to === '' ? {} : { quietHours: { from, to } }),
  };
};

/** What is sent of the draft; what the form does not show stays as it is in `settings`. */
export const bodyOf = (draft: DeliveryDraft, { email: _, rotas: __, ...settings }: AlertSettings) => {
  const rotas = range(countOf(draft, 'rotas')).map((at) => ({
    name: draft[`rotas.${at}.name`] ?? '',
    otherwise: recipientsOf(draft[`rotas.${at}.otherwise`]),
    turns: range(countOf(draft, `rotas.${at}.turns`)).map((turn) => {
      const of = (field: string): string => draft[`rotas.${at}.turns.${turn}.${field}`] ?? '';
      const days = of('days').split(',').filter(Boolean).map(Number);
      return { days, from: of('from').trim(), to: of('to').trim(), recipients: recipientsOf(of('recipients')) };
    }),
  }));
  return {
    ...settings,
    channels: Object.fromEntries(channelNames.map((name) => [name, channelBody(draft, name)])),
    escalation: range(countOf(draft, 'escalation')).map((at) => ({
      afterMinutes: numberIn(draft[`escalation.${at}.afterMinutes`]),
      recipients: recipientsOf(draft[`escalation.${at}.recipients`]),
    })),
    ...(rotas.length === 0 ? {} : { rotas }),
    flood: { perTenMinutes: numberIn(draft['flood.perTenMinutes']), digest: draft['flood.digest'] === 'on' },
  };
};

/** The field that shows what is wrong at a path of the body: one recipient of many is shown at the field of all. */
export const fieldOf = (path: string): string =>
  path.replace(/^alerts\./, '').replace(/\.(recipients|otherwise|days)\.\d+$/, '.$1');
