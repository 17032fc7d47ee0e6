import type { Role } from '../../contract/values/accounts/permissions'
import type { Db } from '../../db/client'
import type { Config } from '../config'
import type { Mailer } from '../integrations/mail/mailer'
import type { ImportMessage, JobMessage } from '../queues'
import type { MediaStore } from '../storage/media-store'
import type { Settings, SettingsCopy } from '../storage/settings-store'

/** An account whose session was just read from the database. */
export interface UserActor {
  kind: 'user'
  id: number
  username: string
  email: string
  emailVerifiedAt: number | null
  createdAt: number
  isAdmin: boolean
  /** Off: nothing of what it watches is written. */
  savesHistory: boolean
  /** It was leaving, and this sign-in has kept it. */
  deletionEnded?: boolean
  /** End of the premium term in milliseconds; null where there never was one. May lie in the past. */
  premiumUntil: number | null
  sessionId: string
  tokenVersion: number
  /** When the password was last typed in this session. */
  confirmedAt: number
  role: Exclude<Role, 'visitor'>
}

export type Actor = { kind: 'visitor'; role: 'visitor' } | UserActor

export const visitor: Actor = { kind: 'visitor', role: 'visitor' }

/** Who asks. */
export interface Client {
  /** For limits and view counts; IPv6 is cut to its /64. */
  address: string
  userAgent: string
  /** Where the request comes from, as ISO 3166: `FR`, or `US-TX`; unknown for a job, and for some networks. */
  place?: string | undefined
}

/** Everything a service may touch. Built by compose.ts alone, for a request or for a job. */
export interface ServiceContext {
  actor: Actor
  db: Db
  media: MediaStore
  /** Settings as the KV copy has them: for display. What guards a write reads the row: services/settings. */
  settings: Settings
  /** The copy itself, for what changes the settings. */
  settingsCopy: SettingsCopy
  jobs: Queue<JobMessage>
  imports: Queue<ImportMessage>
  mailer: Mailer
  config: Config
  /** Milliseconds since 1970; the only clock. */
  now: number
  requestId: string
  client: Client
  /** Work that may outlive the answer. */
  defer(work: Promise<unknown>): void
  /** Outgoing requests; a test replaces it. */
  fetch: typeof fetch
}

/** A context whose actor is known to be signed in: what handlers see behind accountRoutes() and staffRoutes(). */
export interface UserContext extends ServiceContext {
  actor: UserActor
}
