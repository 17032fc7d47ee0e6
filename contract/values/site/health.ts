/** The health checks, by their display names. */
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

/** Minutes by which email, files and imports are late at most while all is well. */
export const healthyWait = 60
/** Cron runs every minute; after this many minutes without a run, something is wrong. */
export const healthyPause = 5
/** Minutes for which a background task may fail. It is tried six times in them: most failures pass. */
export const healthyFailure = 30

/** Maximum size of a D1 database, which can't be raised. */
export const databaseBytesMax = 10_000_000_000
/** Shares of the maximum from which the size is notable, and wrong: the remedy takes weeks to prepare. */
export const databaseFill = { notable: 0.7, wrong: 0.9 } as const
