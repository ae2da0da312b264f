import type { Bus, Events } from '../../../core/bus.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import { slotOf } from '../../../core/slots.ts';
import type { AlarmService } from './alarmService.ts';

export type EquipmentFaultsParts = {
  bus: Bus;
  service: Pick<AlarmService, 'raiseFault' | 'endFault'>;
  clock: Clock;
  log: Log;
};

/** Keeps one alarm open for each piece of equipment that is not as it should be, until it is right again. */
export class EquipmentFaults {
  readonly #parts: EquipmentFaultsParts;
  #off: (() => void) | undefined;

  constructor(parts: EquipmentFaultsParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#off ??= this.#parts.bus.on('equipment faults', 'equipmentFault', (event) => {
      this.#follow(event).catch((error: unknown) =>
        this.#parts.log.error({ err: error, key: event.key }, 'the alarm of a piece of equipment could not be stored'),
      );
    });
  }

  stop(): void {
    this.#off?.();
    this.#off = undefined;
  }

  #follow({ industryId, key, name, text }: Events['equipmentFault']): Promise<void> {
    const { service, clock } = this.#parts;
    if (text === null) return service.endFault(industryId, key);
    return service.raiseFault(industryId, { key, name, text, slot: slotOf(clock.now()) });
  }
}
