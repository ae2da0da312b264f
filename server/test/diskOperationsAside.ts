/** Operations that change something and are not struck by a fault of the disk in diskOperations.test.ts. */

/** Not asked here, with what shows it instead, or why nothing is stored by it. */
export const elsewhere: Readonly<Record<string, string>> = {
  'POST /api/plant/setup': 'an empty server alone',
  'POST /api/plant/backup/snapshots/{name}/restore': 'ends this server: server/backup and tests/process/restore.test.ts',
  'POST /api/plant/backup/snapshots/{name}/verify': 'reads',
  'POST /api/plant/backup/drills': 'reads: server/jobs/drill.test.ts',
  'POST /api/plant/storage/self-test': 'reads',
  'POST /api/plant/sync/code': 'reads',
  'POST /api/plant/sync/pair': 'needs a hub: server/features/sync/diskFaults.test.ts',
  'POST /api/plant/sync/unpair': 'needs a hub: server/features/sync',
  'POST /api/plant/sync/runs': 'needs a hub: server/features/sync/diskFaults.test.ts',
  'POST /api/plant/sync/export': 'needs a hub: server/features/sync',
  'POST /api/plant/sync/import': 'needs a hub: server/features/sync',
  'POST /api/plant/sync/days/choice': 'needs a hub: tests/hub/settled.test.ts',
  'POST /api/plant/sync/proposals/{id}/apply': 'needs a hub: server/features/proposals/diskFaults.test.ts',
  'POST /api/plant/sync/proposals/{id}/refuse': 'needs a hub: server/features/proposals/diskFaults.test.ts',
  'PUT /api/plant/sync/proposal-policies': 'needs a hub: server/features/proposals',
};

/** Refused before they write, with where their writing is tried, or why there is none. A new row is met, or said here. */
export const refusedBefore: Readonly<Record<string, string>> = {
  'POST /api/user/user/otplogin': 'needs a code that was sent; its session: statementSweeps.test.ts',
  'POST /api/user/plc/relay/valve': 'needs a valve; the same journal as POST /api/user/plc/write-registers',
  'PUT /api/plant/tls/certificate': 'needs a certificate; writes files: plantTls.test.ts',
  'POST /api/plant/phone-pairings/{id}/confirm': 'needs a phone that waits: phones.test.ts',
  'POST /api/plant/phone-claims': 'needs HTTPS: phones.test.ts',
  'POST /api/plant/configuration/import': 'needs a file: diskFull.test.ts',
  'POST /api/plant/register-maps': 'needs a line that answers; nothing of it is stored',
  'POST /api/plant/display-matches': 'needs a line that answers; nothing of it is stored',
  'POST /api/plant/display-matches/{id}/readings': 'needs a line that answers; nothing of it is stored',
  'POST /api/plant/stress-tests': 'needs a line that answers; nothing of it is stored',
  'POST /api/plant/channels/{channel}/test': 'needs a channel that is set up',
  'POST /api/plant/password-links/use': 'needs a link that was given; a password: PUT /api/plant/me/password',
  'PUT /api/plant/sso/issuers/{id}': 'needs a host that the owner allows; the same statement as POST',
  'POST /api/plant/backup/missing': 'needs history that waits: server/jobs/drill.test.ts',
};
