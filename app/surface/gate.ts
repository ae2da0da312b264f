import { type ShellSurface, type SurfaceCall, shellSurface } from '../../server/contract/process/surface.ts';

const MOST_BYTES = 1_048_576;
const MOST_PER_SECOND = 20;
const SECOND = 1000;

/** Who calls: the address of the frame, and whether it is the page itself and not one within it. */
export type CallingFrame = { url: string; isTop: boolean };
export type Handlers = ShellSurface;

export type GateParts = {
  handlers: Handlers;
  /** Of the panel that shows; undefined while none does. */
  origin: () => string | undefined;
  refused: (call: string, reason: string) => void;
  nowMs?: () => number;
};

/** Checks each call of the panel before the shell does it: who asks, how often, with what, and what is answered. */
export class SurfaceGate {
  readonly #parts: GateParts;
  #calledMs: number[] = [];

  constructor(parts: GateParts) {
    this.#parts = parts;
  }

  /** @throws Error with a short reason for what is refused. */
  async call(name: SurfaceCall, caller: CallingFrame | undefined, args: readonly unknown[]): Promise<unknown> {
    const reason = this.#whyNot(caller, args);
    if (reason) return this.#refuse(name, reason);
    const { args: expected, reply } = shellSurface[name];
    const parsed = expected.safeParse(args);
    if (!parsed.success) return this.#refuse(name, 'its arguments are not of the contract');
    // each handler takes what its own schema gave
    const handler = this.#parts.handlers[name] as (...given: unknown[]) => Promise<unknown>;
    return reply.parse(await handler(...parsed.data));
  }

  #whyNot(caller: CallingFrame | undefined, args: readonly unknown[]): string | undefined {
    const origin = this.#parts.origin();
    if (!caller?.isTop) return 'it does not come from the page itself';
    if (origin === undefined || !URL.canParse(caller.url) || new URL(caller.url).origin !== origin)
      return 'it does not come from the panel';
    const nowMs = this.#parts.nowMs?.() ?? performance.now();
    this.#calledMs = this.#calledMs.filter((ms) => nowMs - ms < SECOND);
    if (this.#calledMs.length >= MOST_PER_SECOND) return 'there are too many calls';
    this.#calledMs.push(nowMs);
    return lengthOf(args) > MOST_BYTES ? 'it is too long' : undefined;
  }

  #refuse(name: string, reason: string): never {
    this.#parts.refused(name, reason);
    throw new Error(`${name} is refused: ${reason}`);
  }
}

const lengthOf = (args: readonly unknown[]): number => {
  try {
    return JSON.stringify(args).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
};
