/** What a meter counted in a window. */
export type MeterAmount = {
  volumeL: number;
  /** Part of it with quality F. */
  estimatedL: number;
  /** 0..1 of the slots that have passed. */
  completeness: number;
  quality: string;
};

/** How much a tank's content grew. */
export type StockAmount = { changeL: number; sigmaL: number };

/** What was measured in a window, by place in the plan; null where it is not known. */
export type Amounts = {
  meters: readonly (MeterAmount | null)[];
  stocks: readonly (StockAmount | null)[];
  /** Length of the window as far as it has passed since the industry joined. */
  days: number;
};

/** Standard deviation of an even distribution between -1 and 1. */
const RECTANGULAR = 1 / Math.sqrt(3);
/** Of a volume that was itself estimated. */
const ESTIMATED_PART = 0.2;

/** Standard uncertainty of a counted volume (docs/domain.md 7.2): p V / sqrt(3), and 20 % of what was estimated. */
export const meterSigma = ({ volumeL, estimatedL }: Pick<MeterAmount, 'volumeL' | 'estimatedL'>, mpePct: number): number =>
  Math.hypot((mpePct / 100) * volumeL * RECTANGULAR, ESTIMATED_PART * estimatedL);

/** Standard uncertainty of an estimate between limits of +-pct percent. */
export const estimateSigma = (valueL: number, pct: number): number => (pct / 100) * Math.abs(valueL) * RECTANGULAR;
