import { type LoginType, login, loginTypes, logout, refresh, validateCredentials } from '../../contract/auth.ts';
import { Failure } from '../../core/fail.ts';
import { bearerToken } from '../../http/auth.ts';
import { created, type Route, route } from '../../http/route.ts';
import type { AuthService } from './service.ts';

/** The type as the contract writes it; WEB is an old name of DEFAULT. */
const readLoginType = (sent: string): LoginType => {
  const wanted = sent.toUpperCase() === 'WEB' ? 'DEFAULT' : sent;
  const type = loginTypes.find((known) => known.toLowerCase() === wanted.toLowerCase());
  if (!type) throw new Failure('parameter', `LoginType must be one of ${loginTypes.join(', ')}`);
  return type;
};

const required = (name: string, value: string | undefined): string => {
  if (value === undefined) throw new Failure('parameter', `${name} missing`);
  return value;
};

/** Login, refresh, logout and the check of credentials. */
export const authRoutes = (auth: AuthService): Route[] => [
  route(login)(async ({ headers }, { baseUrl }) => {
    const type = readLoginType(headers.LoginType);
    if (type === 'sso_tenant' || type === 'sso_idtoken' || type === 'otp')
      throw new Failure('parameter', `LoginType ${type} is not configured`);
    const username = required('username', headers.username);
    const password = required('password', headers.password);
    const client = {
      deviceId: headers.deviceId,
      baseUrl: headers.Baseurl,
      platform: headers['X-Platform'],
      panel: headers['X-Headworks-Panel'] === '1',
      serverUrl: baseUrl,
    };
    return type === 'external'
      ? created(await auth.externalLogin(username, password, client))
      : auth.login(username, password, type, client);
  }),
  route(refresh)(({ headers }, { caller, baseUrl }) => auth.renew(caller.sessionId, bearerToken(headers.Authorization), baseUrl)),
  route(logout)(async ({ headers }, { caller }) => {
    await auth.logout(caller.sessionId, headers.deviceId);
    return { status: 'success', message: 'Logged out successfully' };
  }),
  route(validateCredentials)(async ({ headers }) => {
    await auth.validateCredentials(headers.username, headers.password);
    return { status: 'success', message: 'Credentials are valid' };
  }),
];
