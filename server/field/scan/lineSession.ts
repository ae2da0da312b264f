import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { ConnectedLink, type LinkAnswer, type UnitRequest } from '../polling/link.ts';
import type { PortCounters } from '../ports/port.ts';
import { ShapeGuard } from '../ports/shapeGuard.ts';

/** A line that a tool has to itself, opened with settings of the tool's own; reads only. */
export class LineSession {
  readonly #settings: ConnectionSettings;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #guard: ShapeGuard;
  readonly #ended: Promise<never>;
  readonly counters: PortCounters = { lateAnswers: 0, bytesDropped: 0, violations: 0 };
  #link: ConnectedLink | null = null;
  #named = new Set<number>();

  constructor(settings: ConnectionSettings, deps: { clock: Clock; random: () => number; signal: AbortSignal }) {
    this.#settings = settings;
    this.#clock = deps.clock;
    this.#random = deps.random;
    this.#guard = new ShapeGuard(deps.clock);
    this.#ended = new Promise((_, reject) => {
      const end = (): void => reject(new Failure('cancelled', 'the work was ended'));
      if (deps.signal.aborted) end();
      else deps.signal.addEventListener('abort', end, { once: true });
    });
    this.#ended.catch(() => undefined);
  }

  /** Asks once, over a connection that is opened anew where it has ended. Fails as the port does, and with `cancelled` at once. */
  async ask(request: UnitRequest): Promise<LinkAnswer> {
    await this.open();
    const link = this.#link;
    if (!link) throw new Failure('linkDown', 'the line is closed');
    const { promise, resolve, reject } = Promise.withResolvers<LinkAnswer>();
    const performed = link.perform(request, { resolve, reject });
    try {
      const answer = await Promise.race([promise, this.#ended]);
      await performed;
      return answer;
    } catch (error) {
      promise.catch(() => undefined);
      await Promise.race([performed, this.#ended]);
      throw error;
    }
  }

  /** Units named by frames that came too late for their request, since this was last asked. */
  takeNamed(): Set<number> {
    const named = this.#named;
    this.#named = new Set();
    return named;
  }

  async close(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    await link?.close(new Failure('cancelled', 'the work has ended'));
  }

  /** Opens it where it is not open. Fails with `linkDown`, or `cancelled`. */
  async open(): Promise<void> {
    if (this.#link && !this.#link.closedBy) return;
    await this.close();
    const link = new ConnectedLink(this.#settings, {
      clock: this.#clock,
      random: this.#random,
      readOnly: () => true,
      counters: this.counters,
      guard: this.#guard,
      watch: { answered: () => undefined, loose: ({ unit, isRequest }) => void (isRequest || this.#named.add(unit)) },
      onDraining: () => undefined,
      onClosed: () => undefined,
    });
    this.#link = link;
    const opened = link.open();
    opened.catch(() => undefined);
    await Promise.race([opened, this.#ended]);
  }
}
