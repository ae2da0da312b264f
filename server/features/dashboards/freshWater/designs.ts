import type { ShiftCalendar } from '../../../core/shift.ts';
import { dateOfDay } from '../../../core/shift.ts';
import { chooseWindow, consumersOf, gather, type ServingContext, seriesOf, shownUnits } from '../../../historian/index.ts';
import { factsOf, type UnitDirectory } from '../../../plantModel/index.ts';
import type { VersionedDocuments } from '../../diagrams/index.ts';
import type { Designs, HarvestDesign } from '../rain/index.ts';
import { designOfForm } from './result.ts';
import { FORM_KIND, stepsOf } from './service.ts';

const DEMAND_DAYS = 30;

/** Designs for harvesting: by the form that was saved last, else by the plant's configuration and meters. */
export class HarvestDesigns implements Designs {
  readonly #documents: VersionedDocuments;
  readonly #directory: UnitDirectory;

  constructor(documents: VersionedDocuments, directory: UnitDirectory) {
    this.#documents = documents;
    this.#directory = directory;
  }

  async version(industryId: string): Promise<string> {
    const heads = await this.#documents.heads(industryId, FORM_KIND);
    return heads.map(({ name, version }) => `${name} ${version}`).join();
  }

  async of(industryId: string, source: ServingContext): Promise<HarvestDesign> {
    const heads = await this.#documents.heads(industryId, FORM_KIND);
    const last = heads.toSorted((a, b) => b.savedAtMs - a.savedAtMs)[0];
    const saved = last && (await this.#documents.read(industryId, FORM_KIND, last.name));
    const ofForm = designOfForm(stepsOf(saved?.body));
    const { catchments, rainWater } = factsOf(this.#directory.industry(industryId));
    const capacities = shownUnits(this.#directory, industryId).flatMap(({ id, maxCapacity }) =>
      rainWater.tankUnitIds.includes(id) ? (maxCapacity ?? []) : [],
    );
    const metered = ofForm.demandKLPerDay === null ? await this.#metered(industryId, source) : null;
    return {
      catchments: ofForm.catchments.length > 0 ? ofForm.catchments : catchments,
      storageKL: ofForm.storageKL ?? (capacities.length > 0 ? capacities.reduce((sum, one) => sum + one, 0) : null),
      demandKLPerDay: ofForm.demandKLPerDay ?? metered,
      demandFrom: ofForm.demandFrom ?? (metered === null ? null : 'meters'),
    };
  }

  /** Mean consumption of the last 30 finished days that were metered, KL a day. */
  async #metered(industryId: string, source: ServingContext): Promise<number | null> {
    const consumers = consumersOf(shownUnits(this.#directory, industryId));
    const ids = consumers.flatMap((unit) => seriesOf(unit, 'volume')?.id ?? []);
    const yesterday = source.calendar.dayOf(source.nowMs) - 1;
    if (ids.length === 0 || yesterday < DEMAND_DAYS) return null;
    const window = windowOf(source.calendar, yesterday);
    const gathered = [...(await gather(source, ids, window)).values()];
    const days = window.buckets.map((_, at) => gathered.flatMap(({ buckets }) => buckets[at]?.sum ?? []));
    const metered = days.filter(({ length }) => length > 0);
    if (metered.length === 0) return null;
    return metered.flat().reduce((sum, litres) => sum + litres, 0) / 1000 / metered.length;
  }
}

const windowOf = (calendar: ShiftCalendar, lastDay: number) =>
  chooseWindow(calendar, 'CUSTOM', { date1: dateOfDay(lastDay - DEMAND_DAYS + 1), date2: dateOfDay(lastDay) });
