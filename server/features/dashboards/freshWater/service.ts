import { z } from 'zod';
import type { FreshWaterStep, FwiBody, FwiField, FwiNext, FwiStep, FwiStored } from '../../../contract/user/fwi.ts';
import { Failure, isFailure } from '../../../core/fail.ts';
import { type InputFault, refuse, refuseStale } from '../../../core/refusal.ts';
import { shownUnits } from '../../../historian/index.ts';
import { parsePart } from '../../../http/validation.ts';
import { factsOf, type UnitDirectory } from '../../../plantModel/index.ts';
import type { VersionedDocuments } from '../../diagrams/index.ts';
import { type RainService, rainGauges } from '../rain/index.ts';
import { stepFields } from './fields.ts';
import { fwiResult } from './result.ts';
import { type FormSteps, stepSchemas } from './steps.ts';

export type FreshWaterParts = {
  documents: VersionedDocuments;
  directory: UnitDirectory;
  rain: Pick<RainService, 'record'>;
};
type Request = { industryId: string; signal: AbortSignal };

const LAST_STEP = 6;
export const FORM_KIND = 'fwi';
const OWN_SITE = 'site';

const entry = z.object({ data: z.record(z.string(), z.unknown()), savedAtMs: z.number(), userId: z.string() });
/** A form as it is stored: what was entered in each step, when and by whom. */
const formBody = z.object({ steps: z.partialRecord(z.enum(['1', '2', '3', '4', '5', '6']), entry) });
type Form = z.infer<typeof formBody>;

/** The steps that are there and still right by the present rules. */
export const stepsOf = (body: unknown): FormSteps => {
  const form = formBody.safeParse(body);
  if (!form.success) return {};
  const known = Object.entries(form.data.steps).flatMap(([step, saved]) => {
    const read = stepSchemas[Number(step) as FwiStep].safeParse(saved?.data);
    return read.success ? [[step, read.data]] : [];
  });
  return Object.fromEntries(known);
};

/** The fresh-water form: six steps, kept by site and version. */
export class FreshWaterService {
  readonly #parts: FreshWaterParts;
  readonly #now: () => number;

  constructor(parts: FreshWaterParts, now: () => number) {
    this.#parts = parts;
    this.#now = now;
  }

  /**
   * Stores a step and answers the next one.
   * @throws Failure `badRequest` with every fault of the data, or when a step before it is missing; `conflict` when two save at once,
   * or the form is not the one any more that the step was made from.
   */
  async save(request: Request, { step, data, typeId = OWN_SITE, version: from }: FwiBody, userId: string): Promise<FwiNext> {
    const { documents, directory } = this.#parts;
    const { industryId } = request;
    const stored = await documents.read(industryId, FORM_KIND, typeId);
    refuseStale(stored?.version ?? 0, from);
    const before: Form = stored ? formBody.parse(stored.body) : { steps: {} };
    const missing = stepNumbers.find((one) => one < step && !before.steps[`${one}`]);
    if (missing !== undefined) refuse([{ path: 'step', message: `step ${missing} comes first` }]);
    const checked = checkStep(step as FwiStep, data);
    refuse(this.#gaugeFaults(industryId, data));
    const saved = { data: checked, savedAtMs: this.#now(), userId };
    const body: Form = { steps: { ...before.steps, [`${step}`]: saved } };
    const { version } = await documents.save(industryId, {
      kind: FORM_KIND,
      name: typeId,
      body,
      userId,
      version: stored?.version ?? 0,
    });
    const steps = stepsOf(body);
    const complete = isComplete(steps);
    const next = step === LAST_STEP ? null : ((step + 1) as FwiStep);
    const warnings = warningsOf(steps);
    return {
      status: 'success',
      typeId,
      step,
      nextStep: next,
      complete,
      version,
      form: next === null ? [] : this.#form(industryId, next, body),
      ...(warnings.length > 0 && { errors: warnings }),
      ...(complete && { result: await this.#result(request, steps, directory.industry(industryId)?.currency ?? '') }),
    };
  }

  /** @throws Failure `noData` where nothing was stored under the name. */
  async read(request: Request, typeId: string): Promise<FwiStored> {
    const { industryId } = request;
    const stored = await this.#parts.documents.read(industryId, FORM_KIND, typeId);
    if (!stored) throw new Failure('noData', 'form not found');
    const form = formBody.parse(stored.body);
    const steps = stepsOf(form);
    const complete = isComplete(steps);
    const step = stepNumbers.find((one) => !steps[one]) ?? LAST_STEP;
    return {
      typeId,
      step,
      complete,
      version: stored.version,
      steps: Object.fromEntries(
        Object.entries(form.steps).flatMap(([name, saved]) =>
          saved ? [[name, { data: saved.data, savedAt: new Date(saved.savedAtMs).toISOString(), userId: saved.userId }]] : [],
        ),
      ),
      form: this.#form(industryId, step, form),
      ...(complete && {
        result: await this.#result(request, steps, this.#parts.directory.industry(industryId)?.currency ?? ''),
      }),
    };
  }

  /** One step of the form, also before anything was stored under the name. */
  async step(industryId: string, step: FwiStep, typeId = OWN_SITE): Promise<FreshWaterStep> {
    const stored = await this.#parts.documents.read(industryId, FORM_KIND, typeId);
    const form: Form = stored ? formBody.parse(stored.body) : { steps: {} };
    const steps = stepsOf(form);
    return {
      typeId,
      version: stored?.version ?? 0,
      entered: stepNumbers.filter((one) => steps[one] !== undefined),
      form: this.#form(industryId, step, form),
    };
  }

  async #result(request: Request, steps: FormSteps, currency: string): Promise<FwiStored['result']> {
    const { record, pace } = await this.#parts.rain.record(request, steps[6]?.gaugeUnitId);
    return fwiResult(steps, record, currency, pace);
  }

  /** Fields of a step with what was entered before, else what the configuration of the plant says. */
  #form(industryId: string, step: FwiStep, { steps }: Form): FwiField[] {
    const entered = steps[`${step}`]?.data ?? this.#suggested(industryId, step);
    const gauges = rainGauges(shownUnits(this.#parts.directory, industryId)).map(({ unit }) => unit.id);
    return stepFields[step].map((field) => ({
      ...field,
      ...(field.key === 'gaugeUnitId' && { options: gauges }),
      ...(entered[field.key] !== undefined && { value: entered[field.key] }),
    }));
  }

  #suggested(industryId: string, step: FwiStep): Record<string, unknown> {
    const { directory } = this.#parts;
    const industry = directory.industry(industryId);
    const facts = factsOf(industry);
    if (step === 1) return { siteName: industry?.name };
    if (step === 2 && facts.catchments.length > 0)
      return { catchments: facts.catchments.map(({ id: _, ...catchment }) => catchment) };
    if (step === 3) {
      const tanks = facts.rainWater.tankUnitIds.flatMap((id) => directory.unit(industryId, id) ?? []);
      return {
        tanks: tanks.flatMap(({ name, maxCapacity }) => (maxCapacity === null ? [] : [{ name, capacityKL: maxCapacity }])),
      };
    }
    return {};
  }

  #gaugeFaults(industryId: string, { gaugeUnitId }: Record<string, unknown>): InputFault[] {
    if (gaugeUnitId === undefined) return [];
    const isGauge = typeof gaugeUnitId === 'string' && this.#parts.directory.unit(industryId, gaugeUnitId)?.type === 'rain';
    return isGauge ? [] : [{ path: 'data.gaugeUnitId', message: 'is not a rain gauge' }];
  }
}

const stepNumbers: readonly FwiStep[] = [1, 2, 3, 4, 5, 6];

const isComplete = (steps: FormSteps): boolean =>
  stepNumbers.every((step) => steps[step] !== undefined) && steps[6]?.confirmed === 'yes';

/** The data of a step with its defaults. @throws Failure `badRequest` with every fault: a step's own rules go before 1430. */
const checkStep = (step: FwiStep, data: Record<string, unknown>): Record<string, unknown> => {
  try {
    return parsePart('body', z.object({ data: stepSchemas[step] }), { data }).data;
  } catch (error) {
    if (isFailure(error, 'schema')) throw new Failure('badRequest', error.message, error.details);
    throw error;
  }
};

/** What does not fit together between the steps. */
const warningsOf = (steps: FormSteps): InputFault[] => {
  const area = steps[2]?.catchments.reduce((sum, { areaM2 }) => sum + areaM2, 0) ?? 0;
  const wanted = steps[4]?.points.reduce((sum, { klPerDay }) => sum + klPerDay, 0) ?? 0;
  const given = steps[5]?.sources.reduce((sum, { klPerDay }) => sum + klPerDay, 0) ?? 0;
  return [
    ...(steps[1] && area > steps[1].areaM2
      ? [{ path: 'catchments', message: `catchments are ${area} m2, the whole site ${steps[1].areaM2} m2` }]
      : []),
    ...(steps[4] && steps[5] && given < wanted
      ? [{ path: 'sources', message: `sources give ${given} KL a day, the demand is ${wanted} KL` }]
      : []),
  ];
};
