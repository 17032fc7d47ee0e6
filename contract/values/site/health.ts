/** What the site's health is made of, by the names that people read. */
export const healthNames = {
  database: 'Database',
  size: 'Database size',
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

/** A D1 database holds no more, and can't be made larger. */
export const databaseBytesMax = 10_000_000_000
/** Shares of it from which on the size is worth a thought, and is a problem: what comes then takes weeks to prepare. */
export const databaseFill = { notable: 0.7, wrong: 0.9 } as const
