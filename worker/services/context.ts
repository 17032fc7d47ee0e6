import type { Role } from '../../contract/values/permissions'
import type { Db } from '../../db/client'
import type { Config } from '../config'
import type { Mailer } from '../integrations/mail/mailer'
import type { ImportMessage, JobMessage } from '../jobs/messages'
import type { MediaStore } from '../storage/media-store'
import type { Settings } from '../storage/settings-store'

/** An account whose session was just read from the database. */
export interface UserActor {
  kind: 'user'
  id: number
  username: string
  email: string
  emailVerifiedAt: number | null
  createdAt: number
  isAdmin: boolean
  /** End of the premium term in milliseconds; null where there never was one. May lie in the past. */
  premiumUntil: number | null
  sessionId: string
  tokenVersion: number
  role: Exclude<Role, 'visitor'>
}

export type Actor = { kind: 'visitor'; role: 'visitor' } | UserActor

export const visitor: Actor = { kind: 'visitor', role: 'visitor' }

/** Everything a service may touch. Built by compose.ts alone, for a request or for a job. */
export interface ServiceContext {
  actor: Actor
  db: Db
  media: MediaStore
  /** Settings as the KV copy has them: for display. What guards a write reads the row: services/settings. */
  settings: Settings
  jobs: Queue<JobMessage>
  imports: Queue<ImportMessage>
  mailer: Mailer
  config: Config
  /** Milliseconds since 1970; the only clock. */
  now: number
  requestId: string
  /** Who asks, for limits and view counts: the address (IPv6 cut to /64) and the browser's name. */
  client: { address: string; userAgent: string }
  /** Work that may outlive the answer. */
  defer(work: Promise<unknown>): void
  /** Outgoing requests; a test replaces it. */
  fetch: typeof fetch
}

/** A context whose actor is known to be signed in: what requireUser() leaves behind. */
export interface UserContext extends ServiceContext {
  actor: UserActor
}
