/** Volumes and energies are stored in litres and watt-hours and shown a thousand at a time; all else as it is. */
const shown: Record<string, { unit: string; per: number }> = {
  L: { unit: 'KL', per: 1000 },
  Wh: { unit: 'kWh', per: 1000 },
  VAh: { unit: 'kVAh', per: 1000 },
  varh: { unit: 'kvarh', per: 1000 },
};

export const shownUnit = (measure: string): string => shown[measure]?.unit ?? measure;

export const shownValue = (value: number | null, measure: string): number | null =>
  value === null ? null : value / (shown[measure]?.per ?? 1);

/** Litres of a unit of measure in which volumes are shown. */
export const litresOf: Readonly<Record<string, number>> = { L: 1, KL: 1000, m3: 1000, ML: 1_000_000 };
