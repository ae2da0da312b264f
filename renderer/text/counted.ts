/** "1 day", "2 days", "1.5 days"; the number may be formatted already. */
export const counted = (n: number | string, one: string, many: string): string => `${n} ${String(n) === '1' ? one : many}`;
