import { commissioners, loggedIn, only, type Policy } from './policies.ts';

const technicians = only('admin', 'technician', 'north', 'staff');

/** Who may do what, row by row. */
export const decisions: Readonly<Record<string, Policy>> = {
  'POST /api/user/plc/write-registers': technicians,
  'POST /api/user/plc/read-registers': technicians,
  'POST /api/user/plc/relay/valve': only('admin', 'operator', 'technician', 'north', 'staff'),
  'GET /api/plant/write-points': loggedIn,
  'GET /api/plant/write-points/{id}/now': loggedIn,
  'POST /api/plant/write-points': commissioners,
  'PUT /api/plant/write-points/{id}': commissioners,
  'DELETE /api/plant/write-points/{id}': commissioners,
  'GET /api/plant/commands': technicians,
  'GET /api/plant/commands/{id}': technicians,
  'GET /api/plant/read-only': loggedIn,
  'PUT /api/plant/read-only': commissioners,
  'GET /api/plant/command-windows': commissioners,
  'POST /api/plant/command-windows': commissioners,
  'DELETE /api/plant/command-windows/{id}': commissioners,
  'GET /api/plant/valves': loggedIn,
};

/** Rows whose own feature writes the audit entry, and those that need none. */
export const auditedElsewhere: readonly string[] = ['POST /api/user/plc/write-registers', 'POST /api/user/plc/relay/valve'];
