import type { LineFormat } from '../../contract/plant/tools/scan.ts';

const parityLetters = { none: 'N', even: 'E', odd: 'O' } as const;

/** Such as 9600 8N1. */
export const formatText = ({ baudRate, parity, stopBits }: LineFormat): string =>
  `${baudRate} 8${parityLetters[parity]}${stopBits}`;

export const garbageText = (format: LineFormat | null): string =>
  `${format ? `At ${formatText(format)} something` : 'Something'} was received that is no answer: a device with another baud rate or parity, noise, or A and B swapped.`;

export const sharedUnitsText = (unit: number, count: number): string =>
  `${count} unit ids gave the same answer: one device answers whatever unit is asked. Only unit ${unit} was looked at closer.`;

export const twinsText = (unit: number): string =>
  `Unit ${unit} gives good and damaged answers by turns: two devices probably share the unit id. Take one off the line and scan again.`;

export const unsureText = (units: readonly number[]): string =>
  `Not sure of unit ${units.join(', ')}: a frame that names it was received, but it did not answer when it was asked again. Ask it alone, with a longer timeout.`;
