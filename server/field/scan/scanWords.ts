import type { LineFormat, ScanWarning } from '../../contract/plant/tools/scan.ts';

const parityLetters = { none: 'N', even: 'E', odd: 'O' } as const;

/** Such as 9600 8N1. */
export const formatText = ({ baudRate, parity, stopBits }: LineFormat): string =>
  `${baudRate} 8${parityLetters[parity]}${stopBits}`;

export const garbageWarning = (format: LineFormat | null): ScanWarning => ({
  code: 'garbage',
  params: { format: format === null ? '' : formatText(format) },
  text: `${format ? `At ${formatText(format)} something` : 'Something'} was received that is no answer: a device with another baud rate or parity, noise, or A and B swapped.`,
});

export const sharedUnitsWarning = (unit: number, count: number): ScanWarning => ({
  code: 'sharedUnits',
  params: { unit, count },
  text: `${count} unit ids gave the same answer: one device answers whatever unit is asked. Only unit ${unit} was looked at closer.`,
});

export const twinsWarning = (unit: number): ScanWarning => ({
  code: 'twins',
  params: { unit },
  text: `Unit ${unit} gives good and damaged answers by turns: two devices probably share the unit id. Take one off the line and scan again.`,
});

export const unsureWarning = (asked: readonly number[]): ScanWarning => {
  const units = asked.join(', ');
  return {
    code: 'unsure',
    params: { units },
    text: `Not sure of unit ${units}: a frame that names it was received, but it did not answer when it was asked again. Ask it alone, with a longer timeout.`,
  };
};
