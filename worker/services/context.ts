import type { Role, StaffRole } from '#contract/values/accounts/roles'
import type { NoticeKind } from '#contract/values/shared/notices'
import type { Db } from '#db/client'
import type { LatestClaim } from '#db/queries/accounts/latest-claim'
import type { Config } from '../config'
import type { AnalyticsEngine } from '../integrations/analytics/analytics-engine'
import type { Mailer } from '../integrations/mail/mailer'
import type { VideoActor } from '../policy/video-access'
import type { ImportMessage, JobMessage } from '../queues'
import type { MediaStore } from '../storage/media-store'
import type { NearMedia } from '../storage/near-media'
import type { NearRows } from '../storage/near-rows'
import type { Settings, SettingsCopy } from '../storage/settings-store'

/** An account whose session was just read from the database. */
export interface UserActor {
  kind: 'user'
  id: number
  username: string
  email: string
  emailVerifiedAt: number | null
  createdAt: number
  /** Its staff role; null for other members. */
  staff: StaffRole | null
  /** When off, nothing it watches is recorded. */
  savesHistory: boolean
  /** Kinds of notification that it has turned off on the site. */
  mutedNotices: readonly NoticeKind[]
  /** Notifications up to this time are read. */
  noticesReadAt: number
  /** This sign-in cancelled the account's deletion. */
  deletionEnded?: boolean
  /** End of the premium term in milliseconds, possibly in the past; null when there never was one. */
  premiumUntil: number | null
  /** Its reference that waits for a decision, or else the one decided last. */
  latestClaim: LatestClaim | null
  sessionId: string
  /** When this session was signed in. */
  startedAt: number
  tokenVersion: number
  /** When the password was last entered in this session. */
  confirmedAt: number
  role: Exclude<Role, 'visitor'>
  /** Set while it looks at a video in the case viewer. */
  inCase?: true
}

export type Actor = { kind: 'visitor'; role: 'visitor' } | UserActor

export const visitor: Actor = { kind: 'visitor', role: 'visitor' }

/** The client that sent the request. */
export interface Client {
  /** For limits and view counts; IPv6 is cut to its /64. */
  address: string
  userAgent: string
  /** Where the request comes from, as ISO 3166: `FR` or `US-TX`. Unknown for jobs and some networks. */
  place?: string | undefined
}

/**
 * Dependencies of a service that only reads. Of the actor, it has only the fields that decide what they see.
 */
export interface ReadContext {
  actor: VideoActor
  db: Db
  /** Public rows, which may be a few seconds old. */
  near: NearRows
  media: MediaStore
  /** Reads media through the edge cache; the caller has authorised the viewer. */
  nearMedia: NearMedia
  /** Settings from the KV copy, for display. Guards of a write read the row: services/shared/settings. */
  settings: Settings
  /** The copy itself, for the code that changes settings. */
  settingsCopy: SettingsCopy
  jobs: Queue<JobMessage>
  imports: Queue<ImportMessage>
  mailer: Mailer
  /** Null without a token that reads it: field data is counted in the database then. */
  analytics: AnalyticsEngine | null
  /** A Bloom filter of the 10,000 most common passwords. */
  commonPasswords(): Promise<Uint8Array>
  config: Config
  /** ID of the worker's version at Cloudflare. */
  version: string
  /** Milliseconds since 1970; the only clock. */
  now: number
  requestId: string
  client: Client
  /** Takes work that may outlive the response. */
  defer(work: Promise<unknown>): void
  /** Outgoing requests; a test replaces it. */
  fetch: typeof fetch
}

/** A context whose reader has an account, or had one when its token was made. */
export interface OwnReadContext extends ReadContext {
  actor: Extract<VideoActor, { kind: 'user' }>
}

/** Everything a service may use. Built only by compose.ts, for a request or a job. */
export interface ServiceContext extends ReadContext {
  actor: Actor
}

/** A context whose actor is signed in, as handlers behind accountRoutes() and staffRoutes() get it. */
export interface UserContext extends ServiceContext {
  actor: UserActor
}
