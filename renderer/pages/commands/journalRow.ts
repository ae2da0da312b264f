import type { WritePointSpec } from '../../../server/contract/model/writePoint.ts';
import type { CommandView } from '../../../server/contract/plant/commands.ts';
import type { Cell } from '../../parts/table.ts';
import { sayRemarks } from './remarks.ts';
import { statesOf, targetsOf, words } from './words.ts';

/** What the journal has to know of a write point to say what was done with it. */
export type JournalPoint = Pick<WritePointSpec, 'name' | 'kind' | 'valve' | 'measure'>;

type Row = {
  what: string;
  /** What was done: "Close", "Set". */
  command: string;
  /** A state in words, or a number in `measure`; null where it was not read. */
  oldValue: Cell;
  newValue: Cell;
  measure: string;
  result: string;
  /** Why it was refused, or what is not known. */
  why: string;
};

type Target = 'open' | 'close';
const other = { open: 'close', close: 'open' } as const;
const stateAt = { open: 'open', close: 'closed' } as const;

/** By its name, as the panel sends it, or by its value: the wiring of a valve may have been changed since. */
const targetOf = ({ command, value }: CommandView, valve: WritePointSpec['valve']): Target | null => {
  if (command === 'OPEN') return 'open';
  if (command === 'CLOSE') return 'close';
  if (valve === null || value === null) return null;
  return value === valve.openValue ? 'open' : value === valve.closeValue ? 'close' : null;
};

/** A row of the journal as what a person did and saw. `point` is absent of a point that was deleted, and of raw writes. */
export const journalRow = (row: CommandView, point: JournalPoint | undefined): Row => {
  const { asset, command, fn, address, outcome, pointId, value, oldValue, remarks } = row;
  const rest = { what: point?.name ?? asset, result: words.results[outcome ?? 'sent'], why: sayRemarks(remarks) };
  if (pointId === null)
    return {
      ...rest,
      command: words.rawWrite(fn, address),
      oldValue: row.rawBefore === '' ? null : row.rawBefore,
      newValue: row.rawOut,
      measure: '',
    };
  const kind = point?.kind ?? 'valve';
  const target = kind === 'valve' || kind === 'relay' ? targetOf(row, point?.valve ?? null) : null;
  if (target === null)
    return {
      ...rest,
      command: kind === 'setpoint' ? words.setTo : command,
      oldValue,
      newValue: value,
      measure: point?.measure ?? '',
    };
  const states = statesOf(kind);
  const valve = point?.valve;
  const isNeither = valve && oldValue !== valve.openValue && oldValue !== valve.closeValue;
  const before = oldValue === value ? target : other[target];
  return {
    ...rest,
    command: targetsOf(kind)[target],
    oldValue: oldValue === null || isNeither ? oldValue : states[stateAt[before]],
    newValue: states[stateAt[target]],
    measure: '',
  };
};
