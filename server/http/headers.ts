import type { RequestHandler } from 'express';
import helmet from 'helmet';

const YEAR_SECONDS = 31_536_000;
const isHttps = (publicUrl: string | undefined): boolean => publicUrl?.startsWith('https:') ?? false;

/** Headers of every answer; an answer that is no page may load nothing at all. */
export const answerHeaders = (publicUrl: string | undefined): readonly (readonly [name: string, value: string])[] => [
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
  ...(isHttps(publicUrl) ? [['strict-transport-security', `max-age=${YEAR_SECONDS}`] as const] : []),
];

/**
 * Headers of pages. Scripts come from this server alone; styles may be inline because the panel's
 * component library and Swagger UI set them on elements.
 */
export const pageHeaders = (publicUrl: string | undefined): RequestHandler =>
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
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
