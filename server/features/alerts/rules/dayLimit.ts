import type { Finding, SlotView } from '../model.ts';

export const clock = (view: SlotView, slot: number): string => {
  const { minute } = view.localTime(slot);
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
};

export type DayLimit = {
  seriesId: number;
  /** Limit and sums in thousands of the stored unit: KL, kWh. */
  limit: number;
  warnPct: number;
  unitName: string;
  measure: string;
  param: string;
  text: string;
  code?: number;
};

const RATE_SLOTS = 12;
const PERCENT = 100;

/** The slot in which a sum reached a limit. */
const crossing = (view: SlotView, seriesId: number, limit: number): number => {
  let sum = 0;
  for (let slot = view.today.firstSlot; slot <= view.slot; slot += 1) {
    sum += view.value(seriesId, slot) || 0;
    if (sum >= limit * 1000) return slot;
  }
  return view.slot;
};

/** When the limit will be reached at the rate of the last hour; null where that is not today. */
const forecast = (view: SlotView, { seriesId, limit }: DayLimit, sum: number): number | null => {
  let rate = 0;
  for (let slot = view.slot - RATE_SLOTS + 1; slot <= view.slot; slot += 1) rate += (view.value(seriesId, slot) || 0) / 1000;
  const slots = ((limit - sum) * RATE_SLOTS) / rate;
  return rate > 0 && view.slot + slots < view.today.endSlot ? Math.ceil(view.slot + slots) : null;
};

/** What was used since the shift began against a limit (domain.md 13.3): once a day, with a word of warning before. */
export const judgeDay = (view: SlotView, limit: DayLimit): Finding[] => {
  const total = view.daySum(limit.seriesId, view.today.day);
  if (total === null) return [];
  const sum = total / 1000;
  const shared = {
    param: limit.param,
    direction: 'high',
    period: view.today.date,
    value: sum,
    threshold: limit.limit,
    onSlots: 1,
    offSlots: 1,
    ...(limit.code !== undefined && { code: limit.code }),
  } as const;
  const facts = {
    unit: limit.unitName,
    v: sum,
    u: limit.measure,
    thr: limit.limit,
    pct: (PERCENT * sum) / limit.limit,
    since: clock(view, view.today.firstSlot),
  };
  const isCrossed = sum >= limit.limit;
  const findings: Finding[] = [
    {
      ...shared,
      isMet: isCrossed,
      isOver: !isCrossed,
      text: limit.text,
      facts,
      ...(isCrossed && { atSlot: crossing(view, limit.seriesId, limit.limit) }),
    },
  ];
  const isNear = !isCrossed && sum >= (limit.limit * limit.warnPct) / PERCENT;
  const expected = isNear ? forecast(view, limit, sum) : null;
  findings.push({
    ...shared,
    param: `${limit.param}:warn`,
    isMet: isNear,
    isOver: !isNear,
    text: `${limit.text}Near`,
    facts: { ...facts, at: expected === null ? '' : clock(view, expected) },
    insight: true,
    priority: 4,
  });
  return findings;
};
