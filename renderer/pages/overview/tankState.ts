/** By the meters around a tank, m3/h; null where nothing is measured. The net is known where every pipe but a loss has a meter. */
export type TankFlows = { inM3h: number | null; outM3h: number | null; netM3h: number | null };

export type Ahead = { kind: 'full' | 'empty'; hours: number };

/** What is said of a tank to come; `differ`: its level and the flows around it do not say the same; `ahead` is by the flows now. */
export type TankTrend =
  | Ahead
  | { kind: 'steady' }
  | { kind: 'differ'; lastHourM3h: number; nowM3h: number; ahead: Ahead | null }
  | { kind: 'none' };
