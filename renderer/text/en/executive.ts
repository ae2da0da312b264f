/** Figures with a target, by what is known of it. */
type Counts = { good: number; watch: number; bad: number; unknown: number };

/** Key figures on one page, across plants. */
export const executive = {
  verdict: ({ good, watch, bad, unknown }: Counts) =>
    bad > 0
      ? `${bad} ${bad === 1 ? 'figure misses its' : 'figures miss their'} target`
      : watch > 0
        ? `${watch} ${watch === 1 ? 'figure is' : 'figures are'} near the limit of its target`
        : good > 0
          ? unknown > 0
            ? `${good} of ${good + unknown} figures with a target meet it; of the others nothing is known`
            : 'Every figure with a target meets it'
          : unknown > 0
            ? 'Of no figure with a target enough is known'
            : 'No figure has a target',
  kpis: {
    withdrawalKL: 'Withdrawal',
    freshKL: 'Fresh water',
    recycledPct: 'Recycled',
    groundwaterKL: 'Groundwater',
    intensity: 'Water intensity',
    waterRatio: 'Water ratio',
    neutralityIndex: 'Neutrality index',
    lossPct: 'Unaccounted',
    roRecoveryPct: 'RO recovery',
    secKWhPerKL: 'Energy per KL',
    qualityCompliancePct: 'Quality in limits',
    completenessPct: 'Completeness of data',
    savingKL: 'Saved water',
    savingCost: 'Saved cost',
  },
  figures: 'Key figures',
  points: (difference: string) => `${difference} points`,
  previous: (value: string, change: string) => `before ${value} (${change})`,
  beforeIncomplete: (percent: string) => `before only ${percent} complete`,
  noPrevious: 'nothing to compare with',
  notComparable: 'not comparable',
  target: (value: string) => `target ${value}`,
  status: { good: 'meets its target', watch: 'near its limit', bad: 'misses its target', unknown: '' },
  alarms: (open: number, critical: number, day: number) => `Alarms: ${open} open, ${critical} critical, ${day} in the last 24 h`,
  plants: 'Plants',
  plant: 'Plant',
  total: 'All plants',
  complete: 'Complete',
  notRanked: 'below 90 % complete: not ranked',
  pin: (name: string) => `Pin ${name} to the top`,
  unpin: (name: string) => `Let ${name} go from the top`,
  pinned: 'pinned',
  trends: 'Course',
  trendLabel: (kpi: string, plant: string) => `${kpi}, ${plant}`,
  units: 'Largest units',
  link: 'Link for somebody without a login',
  linkBody: 'Opens this page once, within 60 seconds, to read for 30 minutes. It ends with your session.',
  make: 'Make the link',
  copy: 'Copy',
  copied: 'copied',
  again: 'Make a new one',
  failed: 'The link could not be made.',
  shared: 'Shared for reading',
  sharedUsed: 'This link was used, or is older than 60 seconds. Ask for a new one.',
  none: 'No plant',
  noneBody: 'Your account sees no plant here.',
  table: {
    name: (when: string) => `Executive summary ${when}`,
    figure: 'Figure',
    value: 'Value',
    unit: 'Unit',
    previous: 'Before',
    change: 'Change',
    target: 'Target',
    complete: 'Complete',
  },
  help: 'Every figure is made from sums over the same window, never from means of ratios; what came before a running window is counted as far as that one has come. A plant below 90 % complete is not ranked. Targets are those of the plant’s facts. Cost is at the prices set now, for past days too.',
};
