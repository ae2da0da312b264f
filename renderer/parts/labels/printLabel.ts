import type { ShellSurface, SurfaceReply } from '../../../server/contract/process/surface.ts';
import { qrRows } from '../qr/squares.ts';
import type { labelSizes } from './labelSizes.ts';
import { words } from './words.ts';

/** Longest text that a line of a label takes. */
const LONGEST = 80;

export type LabelOrder = {
  shell: ShellSurface;
  printer: string | null;
  size: (typeof labelSizes)[number];
  /** What a phone opens. */
  address: string;
  title: string;
  lines: readonly string[];
};

/** What became of it, in words; empty where the person left the dialog. */
const outcomeWords = (outcome: SurfaceReply<'printLabel'>): string => {
  if (outcome === null) return '';
  if (outcome.kind === 'printed') return words.printed;
  return outcome.kind === 'saved' ? words.savedAt(outcome.path) : words.notPrinted(outcome.reason);
};

/** Prints a label by the program of this PC. @returns what became of it */
export const printLabel = async ({ shell, printer, size, address, title, lines }: LabelOrder): Promise<string> => {
  const cut = (text: string): string => text.slice(0, LONGEST);
  const label = { ...size, qr: qrRows(address), title: cut(title), lines: lines.map(cut) };
  try {
    return outcomeWords(await shell.printLabel({ printer, label }));
  } catch {
    return words.failed;
  }
};
