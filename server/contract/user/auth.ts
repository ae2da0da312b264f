import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { dmyText, ok, shift } from '../model/common.ts';
import { reportFormats, reportTemplates } from '../model/reports.ts';
import { unitInfo } from '../model/units.ts';
import { permission } from '../permissions.ts';

export const subCategoryInfo = z
  .object({
    id: z.string(),
    displayName: z.string(),
    group: z.string(),
    enabled: z.boolean(),
    order: z.number(),
    units: z.array(z.string()).meta({ description: 'unit ids' }),
  })
  .meta({ id: 'SubCategory' });

export const categoryInfo = z
  .object({
    id: z.string(),
    displayName: z.string(),
    standardCategoryId: z.string(),
    siUnit: z.string(),
    enabled: z.boolean(),
    order: z.number(),
    subCategories: z.array(subCategoryInfo),
  })
  .meta({ id: 'Category' });
export type CategoryInfo = z.infer<typeof categoryInfo>;

export const loginResponse = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    userId: z.string(),
    email: z.string(),
    username: z.string(),
    industryId: z.string(),
    industryName: z.string(),
    leakageEnabled: z.boolean().meta({ description: 'any unit of the alert configuration has stable_flow enabled' }),
    websocketUrl: z.string(),
    categories: z.record(z.string(), categoryInfo),
    units: z.array(unitInfo),
    users: z.array(
      z.object({ userId: z.string(), username: z.string(), email: z.string().nullable(), role: z.string(), active: z.boolean() }),
    ),
    reports: z.object({
      reportTypes: z.array(z.string()),
      formats: z.array(z.enum(reportFormats)),
      services: z.array(z.string()),
      templates: z.array(z.enum(reportTemplates)),
    }),
    permissions: z.array(permission),
    timezone: z.string(),
    shift,
    token: z.string().meta({ description: '"Bearer " and the access token' }),
    refreshToken: z.string(),
    services: z.array(
      z.object({ categoryId: z.string(), standardCategoryId: z.string(), displayName: z.string(), siUnit: z.string() }),
    ),
    categoryUnits: z.record(z.string(), z.array(z.object({ id: z.string(), displayName: z.string() }))),
    startDate: dmyText.meta({ description: 'the running shift date' }),
    logo: z.string(),
    type: z.string().meta({ description: 'login type' }),
  })
  .meta({ id: 'LoginResponse' });
export type LoginResponse = z.infer<typeof loginResponse>;

export const externalLoginResponse = z
  .object({
    token: z.string(),
    access_token: z.string(),
    refresh_token: z.string(),
    userId: z.string(),
    industryId: z.string(),
    expiresIn: z.number().int().meta({ description: 'seconds the access token lives' }),
    permissions: z.array(permission),
  })
  .meta({ id: 'ExternalLoginResponse' });
export type ExternalLoginResponse = z.infer<typeof externalLoginResponse>;

const text = z.string().max(1024);
const secret = z.string().max(8192);

/** Headers that login and refresh share. */
const sessionHeaders = {
  deviceId: text.optional().meta({
    description:
      'stored with the session; long and random. A device that has logged in before has tries of its own, which wrong passwords of others do not use up',
  }),
  Baseurl: text.optional().meta({ description: 'client origin, stored with the session' }),
  'X-Platform': text.optional().meta({ description: 'Android or iOS: the refresh token lives 60 days instead of 14' }),
  format: z.literal('v1').default('v1').meta({ description: 'format of the answer' }),
};

export const loginTypes = ['DEFAULT', 'sso_tenant', 'sso_idtoken', 'otp', 'external'] as const;
export type LoginType = (typeof loginTypes)[number];

export const login = endpoint({
  base: 'user',
  method: 'get',
  path: '/user/login',
  summary: 'Log in and open a session',
  description:
    'All inputs are headers. LoginType matches without regard to case; WEB is read as DEFAULT. DEFAULT and external check username and password; an internal user may ' +
    'send `username/industryId`. otp checks a code that POST /user/otplogin sent, 5 times a minute and 15 an hour. sso_tenant and sso_idtoken check a token of an identity provider that ' +
    'is configured for the industry, each token once. With `X-Header-Encoding: percent` header values are percent-encoded UTF-8.',
  auth: 'none',
  limit: 'login',
  faults: ['credentials', 'parameter', 'disabled', 'tenant', 'unavailable'],
  headers: z.object({
    LoginType: z
      .string()
      .max(32)
      .meta({ description: `${loginTypes.join(', ')}` }),
    username: text.optional().meta({ description: 'DEFAULT and external: username; otp: phone number' }),
    password: text.optional().meta({ description: 'DEFAULT and external: password; otp: the code' }),
    Authorization: secret.optional().meta({ description: 'sso_tenant and sso_idtoken: Bearer and the provider’s token' }),
    tid: text.optional().meta({ description: 'sso_tenant: tenant id at the provider' }),
    targetIndustryId: text.optional().meta({ description: 'sso_idtoken: industry to sign into' }),
    otpTimestamp: text.optional().meta({ description: 'otp: as answered by otplogin' }),
    nonce: text.optional().meta({ description: 'sso_tenant and sso_idtoken: must be the nonce of the token where it is sent' }),
    'X-Headworks-Panel': text.optional().meta({ description: '1: the session has the rate limits of a control panel' }),
    'X-Header-Encoding': text.optional().meta({ description: 'percent: header values are percent-encoded UTF-8' }),
    ...sessionHeaders,
  }),
  reply: loginResponse,
  reply201: externalLoginResponse,
});

export const otpLogin = endpoint({
  base: 'user',
  method: 'post',
  path: '/user/otplogin',
  summary: 'Send a one-time code by SMS',
  description:
    'The code has 6 digits, lives 5 minutes and opens one session by login with LoginType otp, together with the otpTimestamp of this answer. The limit also binds ' +
    'the number. A number that nobody has is 1401 "Unregistered Number"; a server without an SMS channel answers 503.',
  auth: 'none',
  limit: 'otp',
  faults: ['credentials', 'parameter', 'disabled', 'unavailable'],
  headers: z.object({
    phNumber: z
      .string()
      .regex(/^\d{4,15}$/, 'must be 4 to 15 digits, without country code')
      .meta({ description: 'registered mobile number, digits only, no country code' }),
    deviceId: text.optional().meta({ description: 'as at login: a device that has logged in before has limits of its own' }),
  }),
  reply: z
    .object({ message: z.string(), status: z.literal('Success'), otpTimestamp: z.number().int() })
    .meta({ id: 'OtpLoginResponse' }),
});

export const refresh = endpoint({
  base: 'user',
  method: 'get',
  path: '/user/refresh',
  summary: 'New access token for a refresh token',
  description:
    'With less than 7 days left the refresh token is replaced too; a replaced one that comes back ends the session. Otherwise the answer carries the one that was sent.',
  auth: 'refresh',
  limit: 'refresh',
  faults: ['disabled', 'parameter'],
  headers: z.object({ Authorization: secret.meta({ description: 'Bearer and the refresh token' }), ...sessionHeaders }),
  reply: loginResponse,
});

export const logout = endpoint({
  base: 'user',
  method: 'delete',
  path: '/user/logout',
  summary: 'End the session of the token',
  description: 'Both tokens of the session are dead from then on. A deviceId other than the one given at login is 400.',
  auth: 'access',
  limit: 'default',
  faults: ['badRequest', 'parameter'],
  headers: z.object({ deviceId: text.optional() }),
  reply: ok,
  expired401: 'Token already expired',
});

export const validateCredentials = endpoint({
  base: 'user',
  method: 'get',
  path: '/user/validateCredentials',
  summary: 'Check a username and password without opening a session',
  description: 'Shares the rate limit of login.',
  auth: 'access',
  limit: 'login',
  faults: ['credentials', 'parameter', 'disabled', 'unavailable'],
  headers: z.object({
    username: text.meta({ description: 'or username/industryId for internal users' }),
    password: text,
    'X-Header-Encoding': text.optional(),
  }),
  reply: ok,
});
