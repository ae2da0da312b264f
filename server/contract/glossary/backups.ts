/** Backups and the way back. */
export const backupMeanings: Readonly<Record<string, string>> = {
  as: 'replacement for this plant again, copy for another one for testing',
  snapshots: 'Backups, newest first',
  verifiedAt: 'When it was last opened, hashed and counted; null where it was not',
  every: 'How often a backup is made',
  folder: 'Folder with the backups of this plant',
  lastVerified: 'The last backup that was verified; null where there is none',
  running: 'Whether a run is under way',
  snapshot: 'Name of a backup',
  daysAgo: 'Days since',
  cause: 'Why',
  firstDay: 'First day, YYYY-MM-DD',
  lastDay: 'Last day, YYYY-MM-DD',
  question: 'What was asked',
  decision: 'merge takes the missing days in, leave leaves them out',
};
