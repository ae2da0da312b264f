import type { FieldCommands } from '../../core/field/command.ts';
import type { Writer } from '../../db/writer.ts';
import type { PointStore } from './pointStore.ts';

const NAME = 'readOnly';

/** The site's read-only switch: kept over restarts, and on until somebody turns it off. */
export class ReadOnlySwitch {
  readonly #writer: Writer;
  readonly #store: Pick<PointStore, 'setting' | 'set'>;
  readonly #commands: Pick<FieldCommands, 'isReadOnly' | 'setReadOnly'>;

  constructor(
    writer: Writer,
    store: Pick<PointStore, 'setting' | 'set'>,
    commands: Pick<FieldCommands, 'isReadOnly' | 'setReadOnly'>,
  ) {
    this.#writer = writer;
    this.#store = store;
    this.#commands = commands;
  }

  /** Gives the port what was last chosen. */
  load(): void {
    this.#commands.setReadOnly(this.#store.setting(NAME) !== 'off');
  }

  get isOn(): boolean {
    return this.#commands.isReadOnly;
  }

  /** At once, and until `turn` stores it for this run only. */
  forbid(): void {
    this.#commands.setReadOnly(true);
  }

  /** Stored before the port follows when writing is allowed, after it when it is forbidden. */
  turn(isOn: boolean): void {
    if (isOn) this.forbid();
    this.#writer.run((tx) => this.#store.set(tx, NAME, isOn ? 'on' : 'off'));
    this.#commands.setReadOnly(isOn);
  }
}
