import type { IncomingMessage, ServerResponse } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { isLoopbackHost } from '../contract/model/loopbackHost.ts';

const YEAR_SECONDS = 31_536_000;
const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

export const isEncrypted = ({ socket }: Pick<IncomingMessage, 'socket'>): boolean => socket instanceof TLSSocket;

const isToLoopback = ({ headers }: IncomingMessage): boolean => isLoopbackHost((headers.host ?? '').replace(/:\d+$/, ''));

/** Not for names of loopback, where the panel stays on HTTP. */
export const setHsts = (request: IncomingMessage, response: ServerResponse): void => {
  if (!isToLoopback(request)) response.setHeader('strict-transport-security', `max-age=${YEAR_SECONDS}`);
};

/** What no page of the panel needs. */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone', 'midi', 'payment'],
  ...['publickey-credentials-get', 'usb', 'serial', 'hid', 'xr-spatial-tracking'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Of an answer that is no page: it may load nothing at all. */
export const NO_PAGE = "default-src 'none'; frame-ancestors 'none'";

/** Headers of every answer. */
export const answerHeaders = (publicUrl: string | undefined): readonly (readonly [name: string, value: string])[] => [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['content-security-policy', NO_PAGE],
  ...(isHttps(publicUrl) ? [['strict-transport-security', `max-age=${YEAR_SECONDS}`] as const] : []),
];

/**
 * Headers of pages. Scripts come from this server alone; styles may be inline because the panel's
 * component library and Swagger UI set them on elements.
 */
export const pageHeaders = (publicUrl: string | undefined): RequestHandler => {
  const helmeted = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        // the live channel of this server: not every browser counts it to 'self'
        connectSrc: [
          "'self'",
          (request) => `${isEncrypted(request) || isHttps(publicUrl) ? 'wss' : 'ws'}://${request.headers.host ?? ''}`,
        ],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // browsers ignore these two over plain HTTP and warn about them
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: isHttps(publicUrl) ? { maxAge: YEAR_SECONDS } : false,
  });
  return (request, response, next) => {
    response.setHeader('permissions-policy', PERMISSIONS_POLICY);
    // browsers warn about it where a page is not trustworthy
    if (isEncrypted(request) || isToLoopback(request)) response.setHeader('cross-origin-opener-policy', 'same-origin');
    helmeted(request, response, next);
  };
};
