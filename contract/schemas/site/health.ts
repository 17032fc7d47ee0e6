import type { HealthId } from '../../values/site/health'

export interface HealthCheck {
  id: HealthId
  /** Null if unknown, because the database doesn't respond. */
  ok: boolean | null
  /** Response time in milliseconds. */
  ms?: number
  /** Time at which it last worked, or from which the oldest item waits or is late. */
  since?: string | null
  /** Number of items that wait, failed or are missing. */
  count?: number
  /** Size of the database. */
  bytes?: number
  /** The background tasks that keep failing. */
  tasks?: string[]
}

export interface Health {
  /** No check is known to fail. */
  ok: boolean
  at: string
  /** The worker's version at Cloudflare. */
  version: string
  checks: HealthCheck[]
}
