/** What becomes of the values of one answer. */
export type Fate = {
  /** Nothing speaks against it: they may be published. */
  kept(): void;
  /** It was, or may have been, the answer to something else: they never become values. */
  refused(): void;
  /** They were published, and it has turned out that they must not have been. */
  takenBack(): void;
};

/** An answer of a line without transaction ids, until time or the next frame has shown whose it is. */
export class HeldAnswer {
  /** Unit, function and byte count: all that identifies such an answer. */
  readonly shape: number;
  /** What was asked for. */
  readonly block: number;
  /** The whole frame. */
  readonly bytes: string;
  /** Monotonic ms. */
  readonly atMs: number;
  #isDoubtful: boolean;
  #isUnusual = false;
  #state: 'held' | 'kept' | 'refused' = 'held';
  #fate: Fate | null = null;
  #settled: PromiseWithResolvers<boolean> | null = null;

  constructor({ shape, block, bytes, atMs, isDoubtful }: Pick<HeldAnswer, 'shape' | 'block' | 'bytes' | 'atMs' | 'isDoubtful'>) {
    this.shape = shape;
    this.block = block;
    this.bytes = bytes;
    this.atMs = atMs;
    this.#isDoubtful = isDoubtful;
  }

  /** Looks like the answer to another request. */
  get isDoubtful(): boolean {
    return this.#isDoubtful;
  }

  /** It was shown to be that of its own request. */
  believe(): void {
    this.#isDoubtful = false;
    this.#isUnusual = false;
  }

  /** Its values differ from the last ones by more than usual. */
  surprise(): void {
    this.#isUnusual = true;
  }

  /** Neither time nor the next frame is proof enough. */
  get awaitsReads(): boolean {
    return this.#isDoubtful || this.#isUnusual;
  }

  get state(): 'held' | 'kept' | 'refused' {
    return this.#state;
  }

  /** Resolves with whether its values may be used. */
  get settled(): Promise<boolean> {
    if (this.#state !== 'held') return Promise.resolve(this.#state === 'kept');
    this.#settled ??= Promise.withResolvers();
    return this.#settled.promise;
  }

  follow(fate: Fate): void {
    this.#fate = fate;
    if (this.#state === 'kept') fate.kept();
    if (this.#state === 'refused') fate.refused();
  }

  keep(): void {
    if (this.#state !== 'held') return;
    this.#state = 'kept';
    this.#settled?.resolve(true);
    this.#fate?.kept();
  }

  /** Refuses what is held and takes back what was kept. */
  withdraw(): void {
    const before = this.#state;
    this.#state = 'refused';
    this.#settled?.resolve(false);
    if (before === 'held') this.#fate?.refused();
    if (before === 'kept') this.#fate?.takenBack();
  }
}
