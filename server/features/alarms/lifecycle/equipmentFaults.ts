import type { Bus, Events } from '../../../core/bus.ts';
import type { Log } from '../../../core/log.ts';
import type { AlarmService } from './alarmService.ts';

export type EquipmentFaultsParts = {
  bus: Bus;
  service: Pick<AlarmService, 'raiseFault' | 'endFault'>;
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
    const { service } = this.#parts;
    if (text === null) return service.endFault(industryId, key);
    return service.raiseFault(industryId, { key, name, text });
  }
}
