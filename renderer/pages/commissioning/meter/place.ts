/** How far the adding of a meter is, as the address says it: it can be left at any step and continued. */
export type MeterPlace = {
  step?: MeterStep;
  /** Ids of what was made so far. */
  line?: string;
  device?: string;
  unit?: string;
  /** The display agreed with the decoding of its counter, by so many readings. */
  proof?: number;
};

export const meterSteps = ['line', 'model', 'readings', 'unit', 'trusted'] as const;
export type MeterStep = (typeof meterSteps)[number];

export const readPlace = (search: Record<string, unknown>): MeterPlace => {
  const step = meterSteps.find((one) => one === search.step);
  const { line, device, unit, proof } = search;
  return {
    ...(step === undefined ? {} : { step }),
    ...(typeof line === 'string' ? { line } : {}),
    ...(typeof device === 'string' ? { device } : {}),
    ...(typeof unit === 'string' ? { unit } : {}),
    ...(typeof proof === 'number' ? { proof } : {}),
  };
};

/** The step that can be worked on with what is there: never one whose ground is missing. */
export const openStep = ({ step = 'line', line, device, unit }: MeterPlace): MeterStep => {
  const most = unit !== undefined ? 4 : device !== undefined ? 3 : line !== undefined ? 1 : 0;
  return meterSteps[Math.min(meterSteps.indexOf(step), most)] ?? 'line';
};

/** `saved`: what was typed in the step is on the server, and nobody is asked whether to leave it. */
export type StepProps = { place: MeterPlace; go: (place: MeterPlace, saved?: true) => void };
