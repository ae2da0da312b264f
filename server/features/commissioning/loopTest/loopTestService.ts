import { randomUUID } from 'node:crypto';
import type { Calibration, LoopTest, LoopTestSpec } from '../../../contract/plant/commissioning/loopTests.ts';
import type { Clock } from '../../../core/clock.ts';
import { type InputFault, refuse, requireFound } from '../../../core/refusal.ts';
import { dayNumber } from '../../../core/shift.ts';
import { typedYearFault } from '../../../core/text/typedYear.ts';
import { DAY_MS, iso, MINUTE_MS } from '../../../core/time.ts';
import type { Calendars, Unit, UnitDirectory } from '../../../plantModel/index.ts';
import { readImage } from '../../accounts/index.ts';
import { withResult } from './deviations.ts';
import type { LoopTestStore } from './loopTestStore.ts';
import type { KeptLoopTest, Photo, PhotoInfo, StoredLoopTest } from './model.ts';

const MOST_PHOTOS = 4;
const MAX_SIDE = 4096;
/** Clocks of notebooks and servers differ a little. */
const AHEAD_MS = 5 * MINUTE_MS;

export type LoopTestServiceParts = {
  store: LoopTestStore;
  directory: UnitDirectory;
  calendars: Calendars;
  clock: Clock;
};

const photoView = ({ savedAtMs, ...photo }: PhotoInfo): LoopTest['photos'][number] => ({ ...photo, savedAt: iso(savedAtMs) });

/** Keeps loop tests of units and says when the next ones are due. */
export class LoopTestService {
  readonly #parts: LoopTestServiceParts;

  constructor(parts: LoopTestServiceParts) {
    this.#parts = parts;
  }

  async list(industryId: string, which: { unitId?: string | undefined; limit: number }): Promise<LoopTest[]> {
    return (await this.#parts.store.list(industryId, which)).map((test) => this.#view(test));
  }

  /** @throws Failure `notFound`. */
  async read(industryId: string, id: string): Promise<LoopTest> {
    return this.#view(await this.#kept(industryId, id));
  }

  /**
   * Keeps a test. The same one of the same person, sent again as after a lost answer, is the one that is there.
   * @throws Failure `badRequest` for what breaks a rule, `conflict` when the test it corrects was corrected already.
   */
  async save(
    { industryId, username }: { industryId: string; username: string },
    spec: LoopTestSpec,
    id: string = randomUUID(),
  ): Promise<LoopTest> {
    const { store, clock } = this.#parts;
    refuse(this.#faults(industryId, spec));
    const stored: StoredLoopTest = {
      id,
      industryId,
      spec,
      testedAtMs: Date.parse(spec.testedAt),
      savedAtMs: clock.now(),
      savedBy: username,
    };
    if (spec.corrects !== null) await this.#refuseOther(industryId, spec.corrects, spec);
    return this.read(industryId, await store.add(stored));
  }

  /**
   * Adds a picture; one that the test has already is that one.
   * @throws Failure `notFound`, `badRequest` with the reason why the picture is not taken, `conflict` when there are four.
   */
  async addPhoto(
    { industryId, username }: { industryId: string; username: string },
    id: string,
    sent: Uint8Array,
  ): Promise<LoopTest['photos'][number]> {
    const { store, clock } = this.#parts;
    await this.#kept(industryId, id);
    const { type, width, height, bytes } = await readImage(sent, MAX_SIDE);
    const photo = { id: randomUUID(), width, height, type, content: bytes, savedAtMs: clock.now(), savedBy: username };
    return photoView(await store.addPhoto({ industryId, id }, photo, MOST_PHOTOS));
  }

  /** @throws Failure `notFound`. */
  async photo(industryId: string, id: string, photoId: string): Promise<Pick<Photo, 'type' | 'content'>> {
    return requireFound(await this.#parts.store.photo({ industryId, id }, photoId), 'photo');
  }

  /** The most urgent first; see the contract for the states. */
  async calibrations(industryId: string, withinDays: number): Promise<{ today: string; calibrations: Calibration[] }> {
    const { store, directory, calendars, clock } = this.#parts;
    const today = calendars.of(industryId).dateOf(clock.now());
    const newest = await store.newest(industryId);
    const tested = new Set(newest.map(({ spec }) => spec.unitId));
    const due = newest.flatMap(({ id, spec, testedAtMs }): Calibration[] => {
      const unit = directory.unit(industryId, spec.unitId);
      if (!unit?.deployed) return [];
      const daysLeft = spec.dueOn === null ? null : dayNumber(spec.dueOn) - dayNumber(today);
      return [
        {
          unitId: unit.id,
          unitName: unit.name,
          param: spec.param,
          state: daysLeft === null ? 'undated' : daysLeft < 0 ? 'overdue' : daysLeft <= withinDays ? 'due' : 'ok',
          testedAt: iso(testedAtMs),
          loopTestId: id,
          result: withResult(spec).result,
          dueOn: spec.dueOn,
          daysLeft,
        },
      ];
    });
    const never = directory.units(industryId).filter((unit) => unit.deployed && isMeasured(unit) && !tested.has(unit.id));
    return { today, calibrations: [...due.sort(byUrgency), ...never.map(neverTested)] };
  }

  async #kept(industryId: string, id: string): Promise<KeptLoopTest> {
    return requireFound(await this.#parts.store.read({ industryId, id }), 'loop test');
  }

  #faults(
    industryId: string,
    { unitId, param, testedAt, dueOn, points, tolerancePct, toleranceOf, span, reference }: LoopTestSpec,
  ): InputFault[] {
    const { directory, clock } = this.#parts;
    const faults: InputFault[] = [];
    const unit = directory.unit(industryId, unitId);
    if (!unit) faults.push({ path: 'unitId', message: `unit ${unitId} does not exist` });
    else if (!unit.series.some((series) => series.param === param))
      faults.push({ path: 'param', message: `${unit.name} has no parameter ${param}` });
    const dates = { testedAt, dueOn, 'reference.validTo': reference.validTo };
    for (const [path, date] of Object.entries(dates)) {
      const message = date === null ? undefined : typedYearFault(date);
      if (message !== undefined) faults.push({ path, message });
    }
    const testedAtMs = Date.parse(testedAt);
    if (testedAtMs > clock.now() + AHEAD_MS) faults.push({ path: 'testedAt', message: 'is in the future' });
    if (dueOn !== null && dayNumber(dueOn) * DAY_MS < testedAtMs) faults.push({ path: 'dueOn', message: 'is before the test' });
    if (tolerancePct !== null && toleranceOf === 'span' && span === null)
      faults.push({ path: 'span', message: 'span missing: the tolerance is a share of it' });
    for (const [i, { asFound, asLeft }] of points.entries())
      if (asFound === null && asLeft === null) faults.push({ path: `points.${i}`, message: `points.${i} has no reading` });
    return faults;
  }

  async #refuseOther(industryId: string, corrects: string, { unitId, param }: LoopTestSpec): Promise<void> {
    const earlier = await this.#parts.store.read({ industryId, id: corrects });
    if (earlier?.spec.unitId !== unitId || earlier.spec.param !== param)
      refuse([{ path: 'corrects', message: `corrects ${corrects} is no test of this parameter` }]);
  }

  #view({ id, industryId, spec, savedAtMs, savedBy, photos, correctedBy }: KeptLoopTest): LoopTest {
    return {
      ...spec,
      ...withResult(spec),
      id,
      unitName: this.#parts.directory.unit(industryId, spec.unitId)?.name ?? spec.unitId,
      photos: photos.map(photoView),
      correctedBy,
      savedAt: iso(savedAtMs),
      savedBy,
    };
  }
}

const urgency = ['overdue', 'due', 'undated', 'ok', 'never'] as const satisfies Calibration['state'][];
const byUrgency = (a: Calibration, b: Calibration): number =>
  urgency.indexOf(a.state) - urgency.indexOf(b.state) ||
  (a.daysLeft ?? 0) - (b.daysLeft ?? 0) ||
  (a.unitName < b.unitName ? -1 : 1);

/** A unit that is worked out or written down by hand has no meter to test. */
const isMeasured = ({ type }: Unit): boolean => type !== 'virtual' && type !== 'manual';

const neverTested = ({ id, name }: Unit): Calibration => ({
  unitId: id,
  unitName: name,
  param: null,
  state: 'never',
  testedAt: null,
  loopTestId: null,
  result: null,
  dueOn: null,
  daysLeft: null,
});
