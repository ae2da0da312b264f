/** What a server answers to who signs in, with tokens that end by the clock of the test. */
export const hourMs = 3_600_000;

export class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();
  get length(): number {
    return this.#items.size;
  }
  clear(): void {
    this.#items.clear();
  }
  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }
  getItem(key: string): string | null {
    return this.#items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.#items.set(key, value);
  }
  removeItem(key: string): void {
    this.#items.delete(key);
  }
}

let issued = 0;
const issuedToken = (use: string, lifeMs: number): string => {
  issued += 1;
  const claims = { iat: Date.now() / 1000, exp: (Date.now() + lifeMs) / 1000, use, n: issued };
  return `h.${btoa(JSON.stringify(claims))}.s`;
};
export const loginReply = () => ({
  access_token: issuedToken('access', 4 * hourMs),
  refresh_token: issuedToken('refresh', 14 * 24 * hourMs),
  userId: '1',
  email: '',
  username: 'admin',
  industryId: 'DEMO',
  industryName: 'Demo',
  leakageEnabled: false,
  websocketUrl: '',
  categories: {},
  units: [],
  users: [],
  reports: { reportTypes: [], formats: [], services: [], templates: [] },
  permissions: [],
  timezone: 'Asia/Kolkata',
  shift: { startAt: '06:00:00', endAt: '06:00:00', shiftName: 'Day' },
  token: '',
  refreshToken: '',
  services: [],
  categoryUnits: {},
  startDate: '21/11/2025',
  logo: '',
  type: 'DEFAULT',
});
export const refusal = (http: number, code: number, reason?: string) => [
  http,
  { status: 'error', code, message: 'no', requestId: 'r', reason },
];
