const storageKey = 'headworks.sound';
const everyMs = 10_000;

/** Two short tones, the second higher: a sound of its own, not of the system. */
const ring = (context: AudioContext): void => {
  for (const [at, hz] of [
    [0, 660],
    [0.22, 880],
  ] as const) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + at;
    tone.frequency.value = hz;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.25, start + 0.02);
    volume.gain.linearRampToValueAtTime(0, start + 0.18);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.2);
  }
};

/** The sound of an alarm that nobody has acknowledged: wanted or not, repeated until somebody answers. */
export class Bell {
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #wanted: boolean;
  #context: AudioContext | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #calls = false;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#wanted = storage.getItem(storageKey) === 'on';
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly wanted = (): boolean => this.#wanted;

  /** By a person's click: browsers play nothing before one. */
  want(wanted: boolean): void {
    this.#wanted = wanted;
    this.#storage.setItem(storageKey, wanted ? 'on' : 'off');
    if (wanted) ring(this.#audio());
    this.#apply();
    for (const listener of this.#listeners) listener();
  }

  /** Whether a critical or high alarm waits. */
  call(calls: boolean): void {
    if (calls === this.#calls) return;
    this.#calls = calls;
    this.#apply();
  }

  #audio(): AudioContext {
    this.#context ??= new AudioContext();
    void this.#context.resume();
    return this.#context;
  }

  #apply(): void {
    if (!this.#wanted || !this.#calls) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (this.#timer === undefined) {
      ring(this.#audio());
      this.#timer = setInterval(() => ring(this.#audio()), everyMs);
    }
  }
}
