import { loggedIn, owner, type Policy } from './policies.ts';

/** Who may do what, row by row: backups hold everything of every industry. */
export const decisions: Readonly<Record<string, Policy>> = {
  'GET /api/plant/backup': owner,
  'GET /api/plant/backup/policy': owner,
  'PUT /api/plant/backup/policy': owner,
  'POST /api/plant/backup/runs': owner,
  'GET /api/plant/backup/snapshots': owner,
  'POST /api/plant/backup/snapshots/{name}/verify': owner,
  'POST /api/plant/backup/drills': owner,
  'POST /api/plant/backup/recovery-kit': owner,
  'POST /api/plant/backup/snapshots/{name}/restore': owner,
  'POST /api/plant/backup/missing': owner,
  'GET /api/plant/sync': owner,
  'POST /api/plant/sync/code': owner,
  'POST /api/plant/sync/pair': owner,
  'POST /api/plant/sync/unpair': owner,
  'POST /api/plant/sync/runs': owner,
  'POST /api/plant/sync/export': owner,
  'POST /api/plant/sync/import': owner,
  'GET /api/plant/sync/days': owner,
  'POST /api/plant/sync/days/choice': owner,
  'GET /api/plant/sync/proposals': owner,
  'POST /api/plant/sync/proposals/{id}/apply': owner,
  'POST /api/plant/sync/proposals/{id}/refuse': owner,
  'PUT /api/plant/sync/proposal-policies': owner,
  'GET /api/plant/hub-messages': loggedIn,
};
