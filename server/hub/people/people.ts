import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { PasswordRules, Passwords } from '../../features/auth/index.ts';
import type { HubTransaction } from '../database/hubDatabase.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import type { Grant, HubPerson, PeopleStore } from './peopleStore.ts';
import { WrongTries } from './wrongTries.ts';

export type NewHubPerson = { username: string; name: string; password: string; isOwner: boolean };
export type PersonChanges = {
  name?: string | undefined;
  password?: string | undefined;
  isOwner?: boolean | undefined;
  disabled?: boolean | undefined;
};
/** A plant and industry by the names that people use: the part of a username after its first slash. */
export type Choice = { site?: string | undefined; industryId?: string | undefined };

/** Names of plants that are still being made, as in a demo. */
export type Coming = () => readonly string[];

/** User accounts of the hub, and their access to plants. */
export class HubPeople {
  readonly #store: PeopleStore;
  readonly #audit: HubAudit;
  readonly #clock: Clock;
  readonly #passwords = new Passwords();
  readonly #rules = new PasswordRules();
  readonly #tries: WrongTries;
  readonly #coming: Coming;

  constructor(store: PeopleStore, audit: HubAudit, clock: Clock, coming: Coming = () => []) {
    this.#coming = coming;
    this.#store = store;
    this.#audit = audit;
    this.#clock = clock;
    this.#tries = new WrongTries(clock);
  }

  /** @throws Failure `credentials`, `disabled`, or `rateLimit` after too many wrong passwords. */
  async verify(username: string, password: string, ip: string): Promise<HubPerson> {
    const person = await this.#store.byName(username);
    const tried = { username, userId: person?.userId, ip };
    this.#tries.begin(tried);
    const matches = await this.#passwords.verify(person?.passwordHash ?? null, password).catch((error: unknown) => {
      this.#tries.takeBack(tried);
      throw error;
    });
    if (!person || !matches) throw new Failure('credentials', 'Invalid username or password');
    this.#tries.right(tried);
    if (person.disabled) throw new Failure('disabled', 'User is disabled');
    return person;
  }

  /**
   * The plant and industry that a person acts in.
   * @throws Failure `tenant` where they may see nothing of that name, `parameter` where there are several to choose from, `unavailable` while
   * plants are being made.
   */
  async choose({ userId, username }: HubPerson, { site, industryId }: Choice): Promise<Grant> {
    const all = await this.#store.grantsOf(userId);
    const fitting = all.filter((one) => (site ?? one.site) === one.site && (industryId ?? one.industryId) === one.industryId);
    const [only, ...others] = fitting;
    const coming = this.#coming();
    if (!only && coming.length > 0)
      throw new Failure('unavailable', `plants are still being made: ${coming.join('; ')}: try again in a moment`, {
        isExpected: true,
      });
    if (!only) throw new Failure('tenant', 'no such plant or industry of yours');
    if (others.length === 0) return only;
    const choices = fitting.map((one) => `${username}/${one.site}/${one.industryId}`);
    throw new Failure('parameter', `choose a plant: log in as ${choices.slice(0, 10).join(' or ')}`);
  }

  /** @throws Failure `conflict` for a name that is taken, `badRequest` for a password that is easily guessed. */
  async add({ username, name, password, isOwner }: NewHubPerson): Promise<void> {
    await this.#rules.refuseGuessable('password', password, [username, name]);
    const passwordHash = await this.#passwords.hash(password);
    const facts = { username, isOwner: Number(isOwner) };
    const add = (tx: HubTransaction) => this.#store.add(tx, { username, name, passwordHash, isOwner });
    if (!(await this.#audit.doing('person added', facts, this.#clock.now(), add)))
      throw new Failure('conflict', `there is a person called ${username} already`);
  }

  /** @throws Failure as `add`, `notFound`, and `conflict` for the last owner, without whom nobody could let others in. */
  async change(username: string, { password, ...change }: PersonChanges): Promise<void> {
    const person = await this.#known(username);
    if (password !== undefined) await this.#rules.refuseGuessable('password', password, [username, person.name]);
    const passwordHash = password === undefined ? undefined : await this.#passwords.hash(password);
    const { name, isOwner, disabled } = change;
    const changed = [...Object.keys(change), ...(password === undefined ? [] : ['password'])].join();
    const isChanged = await this.#audit.doing('person changed', { username, changed }, this.#clock.now(), (tx) =>
      this.#store.change(tx, person.userId, {
        ...(name !== undefined && { name }),
        ...(isOwner !== undefined && { isOwner }),
        ...(disabled !== undefined && { disabled }),
        ...(passwordHash !== undefined && { passwordHash }),
      }),
    );
    if (!isChanged) throw new Failure('conflict', `${person.name} is the only owner: make another one first`);
  }

  /** @throws Failure `notFound` for an unknown person, or an industry that the plant does not have. */
  async grant(username: string, plant: { plantId: number; site: string }, industryId: string, role: string): Promise<void> {
    const person = await this.#known(username);
    const industries = await this.#store.industriesOf(plant.plantId);
    if (!industries.some(({ id }) => id === industryId)) throw new Failure('notFound', 'the plant has sent no such industry');
    const { plantId, site } = plant;
    await this.#audit.doing('access given', { username, site, industryId, role }, this.#clock.now(), (tx) =>
      this.#store.grant(tx, person.userId, { plantId, industryId, role }),
    );
  }

  async revoke(username: string, plant: { plantId: number; site: string }, industryId: string): Promise<void> {
    const person = await this.#known(username);
    const { plantId, site } = plant;
    await this.#audit.doing('access taken', { username, site, industryId }, this.#clock.now(), (tx) =>
      this.#store.revoke(tx, person.userId, { plantId, industryId }),
    );
  }

  async #known(username: string): Promise<HubPerson> {
    const person = await this.#store.byName(username);
    if (!person) throw new Failure('notFound', 'no such person');
    return person;
  }
}
