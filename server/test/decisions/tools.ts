import { commissioners, type Policy } from './policies.ts';

/** Who may work at a line, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/plant/serial-ports': commissioners,
  'POST /api/plant/endpoint-tests': commissioners,
  'POST /api/plant/scan-estimates': commissioners,
  'POST /api/plant/scans': commissioners,
  'GET /api/plant/scans': commissioners,
  'GET /api/plant/scans/{id}': commissioners,
  'DELETE /api/plant/scans/{id}': commissioners,
  'GET /api/plant/registers': commissioners,
  'POST /api/plant/register-maps': commissioners,
  'GET /api/plant/register-maps': commissioners,
  'GET /api/plant/register-map-comparison': commissioners,
  'GET /api/plant/register-maps/{id}': commissioners,
  'DELETE /api/plant/register-maps/{id}': commissioners,
  'GET /api/plant/decode-matrix': commissioners,
  'POST /api/plant/display-matches': commissioners,
  'GET /api/plant/display-matches/{id}': commissioners,
  'POST /api/plant/display-matches/{id}/readings': commissioners,
  'GET /api/plant/connections/{id}/traffic': commissioners,
  'GET /api/plant/connections/{id}/traffic/export': commissioners,
  'GET /api/plant/connections/{id}/doctor': commissioners,
  'POST /api/plant/stress-tests': commissioners,
  'GET /api/plant/stress-tests': commissioners,
  'GET /api/plant/stress-tests/{id}': commissioners,
  'DELETE /api/plant/stress-tests/{id}': commissioners,
};

/** Asks nobody and keeps nothing. */
export const auditedElsewhere: readonly string[] = ['POST /api/plant/scan-estimates'];
