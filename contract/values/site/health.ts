/** What the site's health is made of, by the names that people read. */
export const healthNames = {
  database: 'Database',
  storage: 'Video storage',
  settings: 'Copy of the settings',
  cron: 'Background tasks',
  files: 'Files being checked',
  imports: 'Imports',
  jobs: 'Failed jobs',
  mail: 'Email',
  payments: 'Payment alerts',
  removals: 'Removal requests',
  scan: 'Storage scan',
} as const
export type HealthId = keyof typeof healthNames

/** Email, files and imports are this many minutes late at most while all is well. */
export const healthyWait = 60
/** Cron runs every minute; after this many without it something is wrong. */
export const healthyPause = 5
/** A background task may fail for this many minutes, in which it is tried six times: most failures pass. */
export const healthyFailure = 30
