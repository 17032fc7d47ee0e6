import type { HealthId } from '../../values/site/health'

export interface HealthCheck {
  id: HealthId
  /** Null: it can't be known, since the database doesn't answer. */
  ok: boolean | null
  /** How long an answer took, in milliseconds. */
  ms?: number
  /** When it last worked, or since when the oldest waits or is late. */
  since?: string | null
  /** How many wait, failed or are missing. */
  count?: number
  /** Size of the database. */
  bytes?: number
  /** The background tasks that keep failing. */
  tasks?: string[]
}

export interface Health {
  /** Nothing is known to be wrong. */
  ok: boolean
  at: string
  /** The worker's version at Cloudflare. */
  version: string
  checks: HealthCheck[]
}
