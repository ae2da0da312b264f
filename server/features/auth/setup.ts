import { randomInt } from 'node:crypto';
import { permissions } from '../../contract/permissions.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import type { Log } from '../../core/log.ts';
import { dateOfDay } from '../../core/shift.ts';
import { DAY_MS } from '../../core/time.ts';
import type { WriteTx } from '../../db/writer.ts';
import type { UnitDirectory } from '../../plantModel/index.ts';
import type { AuditTrail } from '../audit/index.ts';
import type { IndustryService } from '../units/index.ts';
import type { Attempts } from './attempts.ts';
import type { Origin } from './passwords/credentials.ts';
import type { PasswordRules } from './passwords/passwordRules.ts';
import { hashToken } from './tokens.ts';
import type { Users } from './users.ts';

export type SetupParts = {
  users: Users;
  industries: IndustryService;
  directory: UnitDirectory;
  rules: PasswordRules;
  attempts: Attempts;
  audit: AuditTrail;
  clock: Clock;
  log: Log;
};

export type FirstIndustry = {
  id: string;
  name: string;
  timezone: string;
  shift: { startAt: string; endAt?: string | undefined; shiftName: string };
};
export type FirstOwner = { username: string; password: string; name: string; email: string };

const TRIES = { max: 5, seconds: 60 };
/** 32 characters that are not mistaken for one another; 12 of them are 60 bits. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const GROUPS = [4, 4, 4];

const freshCode = (): string =>
  GROUPS.map((length) => Array.from({ length }, () => SIGNS[randomInt(SIGNS.length)]).join('')).join('-');
const bare = (code: string): string => code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');

/** The first run: who can read the server's log makes the owner's account, once. */
export class Setup {
  readonly #parts: SetupParts;
  #codeHash: string | undefined;
  #isRunning = false;

  constructor(parts: SetupParts) {
    this.#parts = parts;
  }

  /** Prints a new code when there is no owner; call it after the users were read. */
  start(): void {
    const { users, log } = this.#parts;
    if (users.hasOwner()) return;
    const code = freshCode();
    this.#codeHash = hashToken(bare(code));
    // written whatever level of the log is set: without it nobody can set up the server
    log.always(
      {},
      `${this.#restored() ? 'restored' : 'first run'}: setup code ${code} (open the server in a browser, or POST it to /api/plant/setup)`,
    );
  }

  /** Industries that came with the plant from its hub: the owner of one of them gets in again. */
  #restored(): boolean {
    const { directory } = this.#parts;
    return directory.industries().some(({ id }) => directory.units(id).length > 0 || directory.categories(id).length > 0);
  }

  /** Whether the server waits for its first owner. */
  get required(): boolean {
    return this.#codeHash !== undefined;
  }

  /**
   * Makes the industry and its owner, who may do everything.
   * @throws Failure `conflict` when there is an owner, `rateLimit`, `credentials` for a wrong code, `badRequest` for what cannot be.
   */
  async complete(code: string, industry: FirstIndustry, owner: FirstOwner, origin: Origin): Promise<void> {
    const { attempts, rules, audit } = this.#parts;
    if (!this.required) throw new Failure('conflict', 'The server is set up already');
    await attempts.take('setup', origin.ip, [TRIES]);
    if (hashToken(bare(code)) !== this.#codeHash) {
      audit.gather({ kind: 'setup', outcome: 'refused', industryId: null, userId: null, ...origin });
      throw new Failure('credentials', 'Wrong setup code');
    }
    await attempts.giveBack('setup', origin.ip);
    const { username, password, name, email } = owner;
    await rules.refuseGuessable('owner.password', password, [username, name, email, industry.id, industry.name]);
    if (this.#isRunning) throw new Failure('conflict', 'The server is being set up');
    // somebody else may have ended it while the password was checked
    if (!this.required) throw new Failure('conflict', 'The server is set up already');
    this.#isRunning = true;
    try {
      await this.#create(industry, owner, origin);
      this.#codeHash = undefined;
    } finally {
      this.#isRunning = false;
    }
  }

  async #create({ id, name, timezone, shift }: FirstIndustry, { password, ...owner }: FirstOwner, origin: Origin): Promise<void> {
    const { users, industries, directory, audit, clock } = this.#parts;
    const own = { ...owner, password, industryId: id, role: 'admin' as const, permissions };
    const note = (tx: WriteTx, { id: userId }: { id: string }): void =>
      audit.append(tx, { kind: 'setup', outcome: 'done', industryId: id, userId, ...origin });
    if (this.#restored()) {
      if (!directory.industry(id)) {
        // whoever has the code of this server may know what it holds
        const known = directory.industries().map((one) => one.id);
        throw new Failure('badRequest', `This plant was restored: its id is ${known.join(' or ')}`, {
          errors: [{ path: 'industry.id', message: `must be ${known.join(' or ')}, as this plant was restored` }],
        });
      }
      const known = users.usersOf(id).find(({ username }) => username === owner.username);
      await (known ? users.openAgain(known.id, own, note) : users.add(own, note));
      return;
    }
    // left by a first run that was cut off between the two
    if (directory.industry(id)) await industries.delete(id);
    const nowMs = clock.now();
    const { startAt, endAt = startAt, shiftName } = shift;
    const rule = { validFrom: dateOfDay(Math.floor(nowMs / DAY_MS)), timezone, startAt, endAt, shiftName };
    await industries.create({ id, name, currency: 'INR', joinedAtMs: nowMs, shifts: [rule] });
    try {
      await users.add(own, note);
    } catch (error) {
      await industries.delete(id);
      throw error;
    }
  }
}
