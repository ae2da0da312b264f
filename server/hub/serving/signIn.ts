import { type LoginResponse, login, logout, refresh, validateCredentials } from '../../contract/user/auth.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/fail.ts';
import { loginAnswer } from '../../features/auth/index.ts';
import { bearerToken } from '../../http/auth.ts';
import { created, type Route, route } from '../../http/route.ts';
import type { PlantModel } from '../../plantModel/index.ts';
import type { Choice, HubPeople } from '../people/people.ts';
import type { Grant } from '../people/peopleStore.ts';
import { chosenOf, type Opened, permissionsOf, type Sessions } from '../people/sessions.ts';
import type { HubAudit } from '../wire/auditStore.ts';
import type { KnownSessions } from './knownSessions.ts';

export type SignInParts = {
  people: HubPeople;
  sessions: Sessions;
  known: KnownSessions;
  audit: HubAudit;
  /** Site that the path of the request names. */
  askedSite(): string | undefined;
  /** Industries and units of a plant, as its newest copy has them. */
  modelOf<T>(plant: Grant, read: (model: PlantModel) => T): Promise<T>;
  clock: Clock;
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `name`, `name/industry`, `name/site` or `name/site/industry`. @throws Failure `parameter` for more: one of two would be taken unsaid. */
const readUsername = (text: string): { name: string; choice: Choice } => {
  const [name = '', ...rest] = text.split('/');
  const [sites, industries] = [rest.filter((one) => UUID.test(one)), rest.filter((one) => !UUID.test(one))];
  if (sites.length > 1 || industries.length > 1) throw new Failure('parameter', 'username: one plant and one industry');
  const [[site], [industryId]] = [sites, industries];
  return { name, choice: { site: site?.toLowerCase(), industryId } };
};

const isWatched = (model: PlantModel, industryId: string): boolean =>
  model.directory.units(industryId).some(({ type, meta }) => type !== 'quality' && meta.alertEnabled?.stable_flow === true);

/** Logins of people at the hub: answered in the form of a plant's, about the plant that was chosen. */
export const signInRoutes = (parts: SignInParts): Route[] => {
  const { people, sessions, known, audit, clock } = parts;

  const answer = async ({ open, access, refresh: refreshToken }: Opened, baseUrl: string): Promise<LoginResponse> => {
    const grant = chosenOf(open.session, open.grants);
    if (!grant) throw new Failure('sessionEnded', 'Session expired');
    const { industryId, role, site } = grant;
    const { person } = open;
    return parts.modelOf(grant, (model) => {
      const industry = model.directory.industry(industryId);
      if (!industry) throw new Failure('unavailable', 'the plant has not sent this industry yet', { isExpected: true });
      return loginAnswer({
        user: {
          ...{ id: `hub-${person.userId}`, industryId, username: person.username, email: null, phone: null, name: person.name },
          ...{ role, permissions: new Set(permissionsOf(role)), kind: 'regular', active: true, disabled: false, internal: false },
        },
        industry,
        categories: model.directory.categories(industryId),
        units: model.directory.units(industryId),
        // the people of a plant are known there
        users: [],
        loginType: 'DEFAULT',
        accessToken: access,
        refreshToken,
        leakageEnabled: isWatched(model, industryId),
        baseUrl: `${baseUrl}/plants/${site}`,
        nowMs: clock.now(),
      });
    });
  };

  return [
    route(login)(async ({ headers }, { baseUrl, ip }) => {
      const type = headers.LoginType.toUpperCase();
      if (!['DEFAULT', 'WEB', 'EXTERNAL'].includes(type))
        throw new Failure('parameter', 'people of the hub log in by LoginType DEFAULT or external');
      if (headers.username === undefined) throw new Failure('parameter', 'username missing');
      if (headers.password === undefined) throw new Failure('parameter', 'password missing');
      const { name, choice } = readUsername(headers.username);
      const person = await people.verify(name, headers.password, ip);
      const grant = await people.choose(person, { ...choice, site: parts.askedSite() ?? choice.site });
      const opened = await sessions.open(person, grant, headers['X-Platform'] ?? null);
      const answered = await answer(opened, baseUrl);
      await audit.add('login', { username: person.username, site: grant.site, industryId: grant.industryId }, clock.now());
      if (type !== 'EXTERNAL') return answered;
      const { token, access_token, refresh_token, userId, industryId, permissions } = answered;
      return created({ token, access_token, refresh_token, userId, industryId, permissions, expiresIn: 4 * 3600 });
    }),
    route(refresh)(async ({ headers }, { baseUrl }) => {
      const token = bearerToken(headers.Authorization);
      return answer(await sessions.renew(known.ofRefresh(token), token), baseUrl);
    }),
    route(logout)(async (_input, { caller }) => {
      await sessions.end(caller.sessionId);
      return { status: 'success', message: 'Logged out successfully' };
    }),
    route(validateCredentials)(async ({ headers }, { ip }) => {
      await people.verify(readUsername(headers.username).name, headers.password, ip);
      return { status: 'success', message: 'Credentials are valid' };
    }),
  ];
};
