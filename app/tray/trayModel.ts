import type { Pulse } from '../../server/contract/process/shell.ts';

export type ShellState =
  | { kind: 'starting'; step: string | undefined }
  | { kind: 'running'; pulse: Pulse | undefined; isService: boolean }
  | { kind: 'down'; reason: string }
  | { kind: 'stopping' };

/** Distinguished by shape, not by colour: a drop, a drop with a sign of alarm, a drop that is struck out. */
export type IconShape = 'normal' | 'alarm' | 'down';

export type TrayAction =
  | 'open'
  | 'copyAddress'
  | 'reach'
  | 'move'
  | 'pair'
  | 'autostart'
  | 'feed'
  | 'updates'
  | 'logs'
  | 'support'
  | 'quit';
export type TrayEntry =
  | { kind: 'text'; label: string }
  | { kind: 'line' }
  | { kind: 'action'; action: TrayAction; label: string; isEnabled: boolean; isTicked?: boolean };
export type TrayModel = { icon: IconShape; tip: string; entries: TrayEntry[] };

export type TrayFacts = {
  state: ShellState;
  addresses: readonly string[];
  /** An owner exists. */
  isSetUp: boolean;
  isReachable: boolean;
  startsWithPc: boolean;
  /** This PC can measure by a service. */
  hasService: boolean;
  /** The PC runs on its battery, so that measuring may end soon. */
  isOnBattery: boolean;
  /** Of a version that a feed offers. */
  offered: string | undefined;
};

/** Older than that, readings do not come as they should. */
const OLD_MS = 10 * 60_000;
const LONGEST_REASON = 120;

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const ageWords = (ageMs: number): string => {
  const seconds = Math.round(ageMs / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
};

const runningWords = ({ points, lines, linesUp, unacknowledged, lastReadingAgeMs }: Pulse): string =>
  [
    counted(points, 'point'),
    ...(linesUp < lines ? [`${counted(lines - linesUp, 'line')} of ${lines} down`] : []),
    `${counted(unacknowledged, 'alarm')} unacknowledged`,
    lastReadingAgeMs === null ? 'no reading yet' : `last reading ${ageWords(lastReadingAgeMs)} ago`,
  ].join(', ');

/** The state in words, as the menu's first line and the icon's tip. */
export const stateWords = (state: ShellState): string => {
  switch (state.kind) {
    case 'starting':
      return state.step ? `Starting: ${state.step}` : 'Starting';
    case 'down':
      return `Not measuring: ${state.reason.slice(0, LONGEST_REASON)}`;
    case 'stopping':
      return 'Stopping';
    case 'running': {
      const words = state.pulse ? runningWords(state.pulse) : 'Running';
      return state.isService ? `${words} (service of this PC)` : words;
    }
  }
};

const iconShape = (state: ShellState, isOnBattery: boolean): IconShape => {
  if (state.kind === 'down') return 'down';
  if (isOnBattery) return 'alarm';
  if (state.kind !== 'running' || !state.pulse) return 'normal';
  const { unacknowledged, lastReadingAgeMs } = state.pulse;
  return unacknowledged > 0 || (lastReadingAgeMs ?? 0) > OLD_MS ? 'alarm' : 'normal';
};

/** The menu of the tray. What cannot be done now is there and cannot be chosen. */
export const trayModel = ({
  state,
  addresses,
  isSetUp,
  isReachable,
  startsWithPc,
  hasService,
  isOnBattery,
  offered,
}: TrayFacts): TrayModel => {
  const words = isOnBattery ? `This PC runs on its battery. ${stateWords(state)}` : stateWords(state);
  const isService = state.kind === 'running' && state.isService;
  const isRunning = state.kind === 'running';
  const act = (action: TrayAction, label: string, isEnabled = true): TrayEntry => ({ kind: 'action', action, label, isEnabled });
  return {
    icon: iconShape(state, isOnBattery),
    tip: `Headworks: ${words}`,
    entries: [
      { kind: 'text', label: words },
      ...addresses.map((address): TrayEntry => ({ kind: 'text', label: `https://${address}` })),
      { kind: 'line' },
      act('open', 'Open'),
      act('copyAddress', 'Copy address for phones', addresses.length > 0),
      act('pair', 'Pair a phone', isRunning && isSetUp && addresses.length > 0),
      {
        ...{ kind: 'action', action: 'reach', label: 'Let phones and PCs of the plant network in', isTicked: isReachable },
        isEnabled: isRunning && !isService && isSetUp,
      },
      { kind: 'action', action: 'autostart', label: 'Start when I log in', isTicked: startsWithPc, isEnabled: true },
      ...(hasService
        ? [act('move', isService ? 'Measure in this program again…' : 'Measure before anybody logs in…', isRunning)]
        : []),
      { kind: 'line' },
      ...(offered === undefined ? [] : [act('feed', `Version ${offered} is offered…`, isRunning)]),
      act('updates', 'Update from a folder…'),
      act('logs', 'Open the log folder'),
      act('support', 'Save logs for support…'),
      act('quit', isService ? 'Quit (the service goes on measuring)' : 'Quit and stop measuring', state.kind !== 'stopping'),
    ],
  };
};
