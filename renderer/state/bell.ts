import { keepIn } from '../api/keepIn.ts';

const storageKey = 'headworks.sound';
const everyMs = 10_000;
/** As far apart as the two presses of a double click may be. */
const calmMs = 500;

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

/** By these a browser knows that a person is there, and lets the page sound. */
const presses = ['pointerdown', 'pointerup', 'keydown'] as const;

/** The sound of an alarm that nobody has acknowledged: wanted or not, repeated until somebody answers. */
export class Bell {
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #wanted: boolean;
  #context: AudioContext | undefined;
  #timer: ReturnType<typeof setInterval> | undefined;
  #calls = false;
  /** When it was turned on or off, or the browser let it sound. */
  #changedMs = Number.NEGATIVE_INFINITY;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#wanted = storage.getItem(storageKey) === 'on';
  }

  /** Finds out whether the browser lets the page sound, before an alarm needs it. */
  start(): void {
    if (this.#wanted) this.#audio();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly wanted = (): boolean => this.#wanted;

  /** Wanted, and yet silent: a browser plays nothing on a page that nobody has pressed anything on since it was loaded. */
  readonly blocked = (): boolean => this.#wanted && this.#context !== undefined && this.#context.state !== 'running';

  /** By a person's click: on where it is off or silent, else off. A second press of the same hand does not undo the first. */
  press(): void {
    if (performance.now() - this.#changedMs < calmMs) return;
    this.want(this.blocked() || !this.#wanted);
  }

  want(wanted: boolean): void {
    this.#changedMs = performance.now();
    this.#wanted = wanted;
    keepIn(this.#storage, storageKey, wanted ? 'on' : 'off');
    if (wanted) this.#ring();
    this.#apply();
    this.#publish();
  }

  /** Whether a critical or high alarm waits. */
  call(calls: boolean): void {
    if (calls === this.#calls) return;
    this.#calls = calls;
    this.#apply();
  }

  #audio(): AudioContext {
    if (this.#context === undefined) {
      const context = new AudioContext();
      this.#context = context;
      context.onstatechange = () => this.#changed(context);
      if (context.state !== 'running') for (const name of presses) addEventListener(name, this.#unblock, true);
    }
    // of one that sounds a browser may say again that it does, upon which it would ring again
    if (this.#context.state !== 'running') void this.#context.resume();
    return this.#context;
  }

  readonly #unblock = ({ target }: Pick<Event, 'target'>): void => {
    // the button of the sound asks for it by itself, and must find it silent still
    const isButton = target !== null && 'closest' in target && (target as Element).closest('[data-sound]') !== null;
    if (this.#wanted && !isButton) this.#audio();
  };

  #changed({ state }: AudioContext): void {
    if (state === 'running') {
      this.#changedMs = performance.now();
      for (const name of presses) removeEventListener(name, this.#unblock, true);
      if (this.#wanted && this.#calls) this.#ring();
    } else for (const name of presses) addEventListener(name, this.#unblock, true);
    this.#publish();
  }

  /** Nothing is stored up while the browser is silent: an hour of tones would sound at once. */
  #ring(): void {
    const context = this.#audio();
    if (context.state === 'running') ring(context);
    else this.#publish();
  }

  #apply(): void {
    if (!this.#wanted || !this.#calls) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    } else if (this.#timer === undefined) {
      this.#ring();
      this.#timer = setInterval(() => this.#ring(), everyMs);
    }
  }

  #publish(): void {
    for (const listener of this.#listeners) listener();
  }
}
