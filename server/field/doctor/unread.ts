import type { FieldQuality } from '../../contract/model/field.ts';
import type { LineFinding } from '../../contract/plant/tools/line.ts';
import type { DeviceState, TagState } from '../../core/field/field.ts';

/** A device of which at least one tag has no good value, and what it answered. */
export type UnreadDevice = {
  name: string;
  slaveId: number;
  exceptions: Record<number, number>;
  timeouts: number;
  badAnswers: number;
  ok: number;
  tags: { name: string; quality: FieldQuality; address: number; space: string }[];
  count: number;
};

type Named = {
  device: { id: string; name: string; slaveId: number };
  tags: readonly { id: string; name: string; decode: { address: number; space: string } }[];
};

/** Said with the first of them, so that one cause is one line. */
const mostNamed = 3;

export const unreadOf = (
  configured: readonly Named[],
  devices: readonly DeviceState[],
  tagOf: (tagId: string) => TagState | undefined,
): UnreadDevice[] =>
  configured.flatMap(({ device, tags }) => {
    const state = devices.find(({ deviceId }) => deviceId === device.id);
    const unread = tags.flatMap(({ id, name, decode }) => {
      const { quality = 'STALE', value = null } = tagOf(id) ?? {};
      return value !== null ? [] : [{ name, quality, address: decode.address, space: decode.space }];
    });
    if (!state || unread.length === 0) return [];
    const { exceptions, timeouts, badAnswers, ok } = state;
    return [
      { name: device.name, slaveId: device.slaveId, exceptions, timeouts, badAnswers, ok, tags: unread, count: tags.length },
    ];
  });

type Said = Omit<LineFinding, 'severity' | 'params'> & { params?: LineFinding['params'] };
type Words = (device: UnreadDevice) => Said;

/** By exception code, what a device that refuses means by it. */
const exceptionWords: Record<number, Words> = {
  1: ({ name }) => ({
    code: 'unknownFunction',
    params: { name },
    text: `${name} does not know the function it is asked with (exception 1).`,
    next: 'Its values are in another space: try input registers instead of holding registers, or the other way round.',
  }),
  3: ({ name }) => ({
    code: 'tooManyRegisters',
    params: { name },
    text: `${name} refuses the number of registers (exception 3).`,
    next: 'Set the most registers per read of the device to what its manual says, and check the type of its tags.',
  }),
  4: ({ name }) => ({
    code: 'deviceFailure',
    params: { name },
    text: `${name} reports a failure of its own (exception 4).`,
    next: 'Look at its display and error memory; switch it off and on; some devices say so for registers of an option that is not fitted.',
  }),
  5: ({ name }) => ({
    code: 'deviceWorking',
    params: { name },
    text: `${name} says that it is still at work (exception 5).`,
    next: 'Read it less often and raise the timeout.',
  }),
  6: ({ name }) => ({
    code: 'deviceBusy',
    params: { name },
    text: `${name} is busy (exception 6).`,
    next: 'Read it less often, or end the other master that asks it; some devices are busy while their menu is open.',
  }),
  10: ({ name }) => ({
    code: 'noWay',
    params: { name },
    text: `The gateway has no way to ${name} (exception 10).`,
    next: 'Check in the gateway which serial port serves this unit id, and its settings.',
  }),
  11: ({ name, slaveId }) => ({
    code: 'unitSilent',
    params: { name, slaveId },
    text: `The gateway answers, but unit ${slaveId} (${name}) behind it does not (exception 11).`,
    next: 'Check the unit id, then power and wiring of the device, then baud rate and parity at the gateway; a scan shows who answers.',
  }),
};

const firstOf = ({ tags }: UnreadDevice): string =>
  tags
    .slice(0, mostNamed)
    .map(({ name }) => name)
    .join(', ');
const moreOf = ({ tags }: UnreadDevice): number => Math.max(0, tags.length - mostNamed);
const namesOf = (device: UnreadDevice): string => firstOf(device) + (moreOf(device) > 0 ? ` and ${moreOf(device)} more` : '');

const addressWords: Words = (device) => {
  const [first] = device.tags;
  const other = first?.space === 'input' ? 'holding' : 'input';
  const address = Math.max(0, (first?.address ?? 0) - 1);
  return {
    code: 'noRegister',
    params: { name: device.name, tags: firstOf(device), more: moreOf(device), address, other },
    text: `${device.name} has no register at the address of ${namesOf(device)} (exception 2).`,
    next: `Manuals count from 1, or from 40001: try one address less (${address}); then the same address among the ${other} registers.`,
  };
};

const valueWords: Words = (device) => ({
  code: 'impossibleValue',
  params: { name: device.name, tags: firstOf(device), more: moreOf(device) },
  text: `${device.name} answers, but what it says of ${namesOf(device)} is no possible value: word order, type, address or sensor is wrong.`,
  next: 'Check the word order and the type by the decode matrix beside the display; then the address (one less), the scale and the limits.',
});

const qualityWords: Partial<Record<FieldQuality, Words>> = {
  BAD_SENSOR: valueWords,
  BAD_RANGE: valueWords,
  BAD_ADDRESS: addressWords,
  BAD_ANSWER: ({ name }) => ({
    code: 'foreignAnswer',
    params: { name },
    text: `Answers of ${name} are not of the form that was asked for, or not proven to be its own.`,
    next: 'Look at the traffic log: a gateway that answers with another unit id needs "accept any unit"; a second master has to go.',
  }),
};

const mostOf = (exceptions: Record<number, number>): { code: number; count: number } =>
  Object.entries(exceptions).reduce((most, [code, count]) => (count > most.count ? { code: Number(code), count } : most), {
    code: 0,
    count: 0,
  });

const isOf = ({ tags }: UnreadDevice, ...qualities: FieldQuality[]): boolean =>
  tags.some(({ quality }) => qualities.includes(quality));

const wordsOf: Words = (device) => {
  const quality = device.tags.map((tag) => qualityWords[tag.quality]).find((words) => words !== undefined);
  const refused = mostOf(device.exceptions);
  if (refused.count > 0 && (device.ok === 0 || !quality || isOf(device, 'BAD_CONFIG', 'BAD_DEVICE'))) {
    const words = refused.code === 2 ? addressWords : exceptionWords[refused.code];
    if (words) return words(device);
  }
  if (quality) return quality(device);
  if (refused.count > 0)
    return {
      code: 'exception',
      params: { name: device.name, exception: refused.code },
      text: `${device.name} refuses with exception ${refused.code}.`,
      next: 'Look it up in the manual of the device.',
    };
  const asked = device.timeouts + device.badAnswers + device.ok;
  return {
    code: asked === 0 ? 'notReadYet' : 'notRead',
    params: { name: device.name, count: device.tags.length, of: device.count },
    text: `${device.name}: ${device.tags.length} of ${device.count} values are not read${asked === 0 ? ' yet' : ''}.`,
    next: 'Wait a minute; then check power and terminals of the device, its unit id, and the timeout.',
  };
};

/** Why values are not read, a line for each device. */
export const causesOf = (unread: readonly UnreadDevice[]): LineFinding[] =>
  unread.map((device) => ({ severity: isNotYet(device) ? 'watch' : 'bad', params: {}, ...wordsOf(device) }));

const isNotYet = ({ ok, timeouts, badAnswers, exceptions }: UnreadDevice): boolean =>
  ok + timeouts + badAnswers + mostOf(exceptions).count === 0;
