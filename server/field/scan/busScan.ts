import { setTimeout as sleep } from 'node:timers/promises';
import type { DeviceTemplate } from '../../contract/model/deviceTemplates.ts';
import type { ConnectionSettings } from '../../contract/model/field.ts';
import type { FoundDevice, LineFormat, ScanResult, ScanSpec, ScanWarning } from '../../contract/plant/tools/scan.ts';
import type { Clock } from '../../core/clock.ts';
import { type Failure, isFailure } from '../../core/fail.ts';
import type { ScanPlan, ToolRun } from '../../core/field/fieldTools.ts';
import type { LinkAnswer, UnitRequest } from '../polling/link.ts';
import { type AskDevice, identify, orNull, unidentified } from './identify.ts';
import { LineSession } from './lineSession.ts';
import { formatText, garbageWarning, sharedUnitsWarning, twinsWarning, unsureWarning } from './scanWords.ts';

/** Reads that show whether two devices share a unit id. */
const twinReads = 6;
const twinDamages = 2;
const slowTimeoutMs = 1000;
const lastWaitMs = 250;
/** Connections in a row that broke before the work gives up, and the pause before the next. */
const mostBreaks = 5;
const breakPauseMs = 300;
const mostSilences = 3;
/** Where so many units answer alike, one device answers for all of them. */
const manyAlike = 20;

type Deps = { clock: Clock; random: () => number };
type Options = Pick<ScanSpec, 'space' | 'everySetting' | 'identify'>;
type Probed = { unit: number; answer: FoundDevice['answer']; exception: number | null; answerMs: number | null; words: string };

/** One scan: asks every unit with every setting for one register, then looks closer at who answered. */
export class BusScan {
  readonly #plan: ScanPlan;
  readonly #options: Options & { templates: readonly DeviceTemplate[] };
  readonly #run: ToolRun<ScanResult>;
  readonly #deps: Deps;
  readonly #found: FoundDevice[] = [];
  readonly #warnings: ScanWarning[] = [];
  readonly #startedMs: number;
  #done = 0;

  constructor(plan: ScanPlan, options: Options & { templates: readonly DeviceTemplate[] }, run: ToolRun<ScanResult>, deps: Deps) {
    this.#plan = plan;
    this.#options = options;
    this.#run = run;
    this.#deps = deps;
    this.#startedMs = deps.clock.monotonicMs();
  }

  /** Fails with `linkDown` when the line cannot be opened or breaks again and again, and with `cancelled`. */
  async perform(): Promise<void> {
    const { settings, formats } = this.#plan;
    for (const [i, one] of settings.entries()) {
      const format = formats[i] ?? null;
      const session = new LineSession(one, { ...this.#deps, signal: this.#run.signal });
      try {
        await this.#scanWith(session, one, format);
      } finally {
        await session.close();
      }
      if (!this.#options.everySetting && this.#found.some(({ answer }) => answer !== 'damaged')) break;
    }
    // what was damaged in one format and whole in another was only received in the wrong one
    const whole = new Set(this.#found.filter(({ answer }) => answer !== 'damaged').map(({ slaveId }) => slaveId));
    const kept = this.#found.filter(({ answer, slaveId }) => answer !== 'damaged' || !whole.has(slaveId));
    this.#found.splice(0, this.#found.length, ...kept);
    this.#report('done');
  }

  async #scanWith(session: LineSession, settings: ConnectionSettings, format: LineFormat | null): Promise<void> {
    const { units, timeoutMs } = this.#plan;
    const probed: Probed[] = [];
    const doubtful = new Set<number>();
    const named = new Set<number>();
    for (const [i, unit] of units.entries()) {
      const droppedBefore = session.counters.bytesDropped;
      const one = await this.#probe(session, settings, unit, timeoutMs);
      for (const late of session.takeNamed()) named.add(late);
      if (one && one.answer !== 'damaged') probed.push(one);
      else if (one || session.counters.bytesDropped > droppedBefore) {
        // something was received: perhaps the late answer of the one before
        doubtful.add(unit);
        if (i > 0) doubtful.add(units[i - 1] ?? unit);
      }
      this.#done += 1;
      this.#report(`${format ? `${formatText(format)}, ` : ''}unit ${unit}`, [
        ...this.#found,
        ...probed.map((p) => this.#view(p, format)),
      ]);
    }
    // the last one may be slow too
    if (settings.kind !== 'tcp') await sleep(lastWaitMs, undefined, { signal: this.#run.signal }).catch(() => undefined);
    for (const late of session.takeNamed()) named.add(late);
    for (const unit of named) if (units.includes(unit)) doubtful.add(unit);
    const isFound = (unit: number): boolean => probed.some((one) => one.unit === unit);
    for (const unit of doubtful) {
      if (isFound(unit)) continue;
      const again = await this.#probe(session, settings, unit, slowTimeoutMs);
      if (again) probed.push(again);
    }
    const unsure = [...named].filter((unit) => !isFound(unit)).sort((a, b) => a - b);
    if (unsure.length > 0) this.#warnings.push(unsureWarning(unsure));
    if (probed.length === 0 && doubtful.size > 0) this.#warnings.push(garbageWarning(format));
    await this.#lookCloser(session, settings, format, probed);
  }

  async #lookCloser(
    session: LineSession,
    settings: ConnectionSettings,
    format: LineFormat | null,
    probed: Probed[],
  ): Promise<void> {
    const first = probed[0];
    const isOneForAll = probed.length >= manyAlike && probed.every((one) => one.words === first?.words);
    if (isOneForAll && first) this.#warnings.push(sharedUnitsWarning(first.unit, probed.length));
    for (const one of probed) {
      const device = this.#view(one, format);
      this.#found.push(device);
      if (isOneForAll && one !== first) continue;
      this.#report(`unit ${one.unit}: who it is`);
      if (settings.kind !== 'tcp') await this.#lookForTwins(session, settings, device);
      if (this.#options.identify && one.answer !== 'damaged') {
        const known = await identify(this.#askerOf(session, settings, one.unit), this.#options.templates);
        Object.assign(device, known);
      }
      this.#report(`unit ${one.unit}`);
    }
  }

  /** Gives up on a device that stays silent instead of refusing. */
  #askerOf(session: LineSession, settings: ConnectionSettings, unit: number): AskDevice {
    let silences = 0;
    return async (operation) => {
      if (silences >= mostSilences) return null;
      const asked = this.#ask(session, { ...requestOf(unit, slowTimeoutMs), operation }, settings);
      asked.then(
        () => {
          silences = 0;
        },
        (error) => {
          silences = isFailure(error, 'exception') ? 0 : silences + 1;
        },
      );
      return orNull(asked);
    };
  }

  async #lookForTwins(session: LineSession, settings: ConnectionSettings, device: FoundDevice): Promise<void> {
    let damaged = device.answer === 'damaged' ? 1 : 0;
    let whole = device.answer === 'damaged' ? 0 : 1;
    for (let i = 0; i < twinReads; i += 1) {
      const one = await this.#probe(session, settings, device.slaveId, slowTimeoutMs);
      if (one?.answer === 'damaged') damaged += 1;
      else if (one) whole += 1;
    }
    device.duplicateSuspected = damaged >= twinDamages && whole > 0;
    if (device.duplicateSuspected) this.#warnings.push(twinsWarning(device.slaveId));
  }

  async #probe(session: LineSession, settings: ConnectionSettings, unit: number, timeoutMs: number): Promise<Probed | null> {
    const none = { unit, exception: null, answerMs: null, words: '' };
    const { space } = this.#options;
    const operation = { kind: 'read', space, address: 0, count: 1 } as const;
    try {
      const { words, rttMs } = await this.#ask(session, { ...requestOf(unit, timeoutMs), operation }, settings);
      return { ...none, answer: 'value', answerMs: Math.round(10 * rttMs) / 10, words: words.join(' ') };
    } catch (error) {
      if (!isFailure(error) || error.code === 'cancelled' || error.code === 'linkDown') throw error;
      if (error.code === 'crc') return { ...none, answer: 'damaged' };
      const { exception } = error.details;
      // the gateway answered for a unit that is not there
      const isAway = exception === undefined || exception === 10 || exception === 11;
      return isAway ? null : { ...none, answer: 'exception', exception, words: `exception ${exception}` };
    }
  }

  /** Asks again where the connection broke: some devices end it after every few requests. */
  async #ask(session: LineSession, request: UnitRequest, settings: ConnectionSettings): Promise<LinkAnswer> {
    let failure: Failure | undefined;
    for (let breaks = 0; breaks < mostBreaks; breaks += 1) {
      try {
        return await session.ask(request);
      } catch (error) {
        if (!isFailure(error, 'linkDown') || settings.kind === 'serial') throw error;
        failure = error;
        await sleep(breakPauseMs, undefined, { signal: this.#run.signal }).catch(() => undefined);
      }
    }
    throw failure;
  }

  #view({ unit, answer, exception, answerMs }: Probed, format: LineFormat | null): FoundDevice {
    return { slaveId: unit, settings: format, answer, exception, answerMs, duplicateSuspected: false, ...unidentified };
  }

  #report(now: string, found: readonly FoundDevice[] = this.#found): void {
    const { requests, seconds } = this.#plan;
    const elapsedSeconds = (this.#deps.clock.monotonicMs() - this.#startedMs) / 1000;
    const left = requests - this.#done;
    const perRequest = this.#done < 5 ? seconds / requests : elapsedSeconds / this.#done;
    const progress = { done: this.#done, total: requests, now, remainingSeconds: Math.round(left * perRequest) };
    this.#run.onProgress(progress, { found: [...found], warnings: [...this.#warnings] });
  }
}

const requestOf = (unit: number, timeoutMs: number): Omit<UnitRequest, 'operation'> => ({
  unit,
  timeoutMs,
  acceptAnyUnit: false,
});
