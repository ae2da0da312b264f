/** First moment of a month written MM/YYYY, as UTC: near enough to draw it. */
export const monthStart = (month: string): number => Date.UTC(Number(month.slice(3)), Number(month.slice(0, 2)) - 1, 1);
export const monthEnd = (month: string): number => Date.UTC(Number(month.slice(3)), Number(month.slice(0, 2)), 1);
