import type { Bus, Events } from '../../../core/bus.ts';
import type { Log } from '../../../core/log.ts';
import type { AlarmService } from './alarmService.ts';

export type EquipmentFaultsParts = {
  bus: Bus;
  service: Pick<AlarmService, 'raiseFault' | 'endFault' | 'announceReturned' | 'unshelveAhead'>;
  log: Log;
};

/** Keeps one alarm open for each piece of equipment that is not as it should be, until it is right again. */
export class EquipmentFaults {
  readonly #parts: EquipmentFaultsParts;
  readonly #off: (() => void)[] = [];

  constructor(parts: EquipmentFaultsParts) {
    this.#parts = parts;
  }

  start(): void {
    if (this.#off.length > 0) return;
    const { bus, service, log } = this.#parts;
    const failed = (message: string, more: object) => (error: unknown) => log.error({ err: error, ...more }, message);
    this.#off.push(
      bus.on('equipment faults', 'equipmentFault', (event) => {
        this.#follow(event).catch(failed('the alarm of a piece of equipment could not be stored', { key: event.key }));
      }),
      bus.on('equipment faults', 'slotsClosed', () => {
        service.announceReturned().catch(failed('faults that came back while they were shelved could not be announced', {}));
        service.unshelveAhead().catch(failed('alarms that were shelved while the clock was ahead could not be taken back', {}));
      }),
    );
  }

  stop(): void {
    for (const off of this.#off.splice(0)) off();
  }

  #follow({ industryId, key, name, text }: Events['equipmentFault']): Promise<void> {
    const { service } = this.#parts;
    if (text === null) return service.endFault(industryId, key);
    return service.raiseFault(industryId, { key, name, text });
  }
}
