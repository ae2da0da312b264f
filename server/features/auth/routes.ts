import type { Got } from '../../contract/endpoint.ts';
import {
  type ExternalLoginResponse,
  type LoginResponse,
  type LoginType,
  login,
  loginTypes,
  logout,
  otpLogin,
  refresh,
  validateCredentials,
} from '../../contract/user/auth.ts';
import { Failure } from '../../core/fail.ts';
import { bearerToken } from '../../http/auth.ts';
import { type Context, created, type Route, route } from '../../http/route.ts';
import type { Account, ClientFacts } from './model.ts';
import type { Otp } from './otp/otp.ts';
import type { Comer, Credentials, Origin } from './passwords/credentials.ts';
import type { AuthService } from './service.ts';
import { ACCESS_SECONDS } from './sessionLife.ts';
import type { Sso } from './sso/sso.ts';

export type AuthRoutesParts = { auth: AuthService; credentials: Credentials; otp: Otp; sso: Sso };
type LoginHeaders = Got<typeof login>['headers'];

/** The type as the contract writes it; WEB is an old name of DEFAULT. */
const readLoginType = (sent: string): LoginType => {
  const wanted = sent.toUpperCase() === 'WEB' ? 'DEFAULT' : sent;
  const type = loginTypes.find((known) => known.toLowerCase() === wanted.toLowerCase());
  if (!type) throw new Failure('parameter', `LoginType must be one of ${loginTypes.join(', ')}`);
  return type;
};

const required = (name: keyof LoginHeaders, headers: LoginHeaders): string => {
  const value = headers[name];
  if (value === undefined) throw new Failure('parameter', `${name} missing`);
  return value;
};

const readSeconds = (text: string): number => {
  if (!/^\d{1,12}$/.test(text)) throw new Failure('parameter', 'otpTimestamp must be a whole number');
  return Number(text);
};

const readIdentityToken = (header: string): string => {
  try {
    return bearerToken(header);
  } catch (error) {
    throw new Failure('parameter', 'Authorization is not a bearer token', { cause: error });
  }
};

/** The account behind the headers of a login, by its type. */
const identify = (
  type: LoginType,
  headers: LoginHeaders,
  comer: Comer,
  { credentials, otp, sso }: AuthRoutesParts,
): Promise<Account> => {
  const origin = { ip: comer.ip, requestId: comer.requestId };
  switch (type) {
    case 'DEFAULT':
    case 'external':
      return credentials.verify(required('username', headers), required('password', headers), comer);
    case 'otp': {
      const [phone, code] = [required('username', headers), required('password', headers)];
      return otp.verify(phone, code, readSeconds(required('otpTimestamp', headers)), comer);
    }
    case 'sso_tenant': {
      const token = readIdentityToken(required('Authorization', headers));
      return sso.byTenant(token, required('tid', headers), headers.nonce, origin);
    }
    case 'sso_idtoken': {
      const token = readIdentityToken(required('Authorization', headers));
      return sso.byIdToken(token, required('targetIndustryId', headers), headers.nonce, origin);
    }
  }
};

/** For systems that need the tokens only. */
const toExternal = (answer: LoginResponse): ExternalLoginResponse => {
  const { token, access_token, refresh_token, userId, industryId, permissions } = answer;
  return { token, access_token, refresh_token, userId, industryId, permissions, expiresIn: ACCESS_SECONDS };
};

const originOf = ({ ip, requestId }: Context): Origin => ({ ip, requestId });

/** Logins, refresh, logout and the check of credentials. */
export const authRoutes = (parts: AuthRoutesParts): Route[] => {
  const { auth, credentials, otp } = parts;
  return [
    route(login)(async ({ headers }, { baseUrl, ip, console, requestId }) => {
      const type = readLoginType(headers.LoginType);
      const client: ClientFacts = {
        deviceId: headers.deviceId,
        baseUrl: headers.Baseurl,
        platform: headers['X-Platform'],
        panel: headers['X-Headworks-Panel'] === '1',
        serverUrl: baseUrl,
        ip,
        requestId,
      };
      const answer = await auth.open(
        await identify(type, headers, { ip, requestId, console, deviceId: headers.deviceId }, parts),
        type,
        client,
      );
      return type === 'external' ? created(toExternal(answer)) : answer;
    }),
    route(otpLogin)(async ({ headers }, { ip, requestId }) => {
      const otpTimestamp = await otp.request(headers.phNumber, { ip, requestId, deviceId: headers.deviceId });
      return { message: 'OTP sent successfully', status: 'Success', otpTimestamp };
    }),
    route(refresh)(({ headers }, { caller, baseUrl }) =>
      auth.renew(caller.sessionId, bearerToken(headers.Authorization), baseUrl),
    ),
    route(logout)(async ({ headers }, context) => {
      await auth.logout({ ...context.caller, ...originOf(context) }, headers.deviceId);
      return { status: 'success', message: 'Logged out successfully' };
    }),
    route(validateCredentials)(async ({ headers }, context) => {
      await credentials.verify(headers.username, headers.password, { ...originOf(context), console: context.console });
      return { status: 'success', message: 'Credentials are valid' };
    }),
  ];
};
