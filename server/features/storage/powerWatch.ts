import type { Bus } from '../../core/bus.ts';
import type { Log } from '../../core/log.ts';

export type PowerWatchParts = {
  /** What the operating system says to the server itself. */
  isOnBattery: () => boolean;
  /** Industries whose users look after the site. */
  owners: () => readonly string[];
  bus: Pick<Bus, 'emit'>;
  log: Log;
};

const LOOK_MS = 10_000;
const ALARM = { key: 'power', name: 'Power of the server' } as const;
const TEXT = 'The PC that measures runs on a battery: the mains or its UPS failed';

/** Keeps the alarm of a PC that runs on a battery: what measures ends soon. The desktop reports it where the server cannot see it. */
export class PowerWatch {
  readonly #parts: PowerWatchParts;
  #timer: NodeJS.Timeout | undefined;
  #saidByDesktop = false;
  /** Not known after a start: an alarm of the run before may be open. */
  #isOpen: boolean | undefined;

  constructor(parts: PowerWatchParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), LOOK_MS);
    this.#look();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  report(isOnBattery: boolean): void {
    this.#saidByDesktop = isOnBattery;
    if (this.#timer) this.#look();
  }

  #look(): void {
    const { isOnBattery, owners, bus, log } = this.#parts;
    const isNow = this.#saidByDesktop || isOnBattery();
    if (isNow === this.#isOpen) return;
    if (isNow) log.warn({}, 'the PC runs on a battery');
    else if (this.#isOpen) log.info({}, 'the PC has its mains again');
    this.#isOpen = isNow;
    for (const industryId of owners()) bus.emit('equipmentFault', { industryId, ...ALARM, text: isNow ? TEXT : null });
  }
}
