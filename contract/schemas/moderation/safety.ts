import * as z from 'zod'
import type { RemovalReason, ReportReason } from '../../values/moderation/reasons'
import { removalReasons, reportReasons } from '../../values/moderation/reasons'
import type { RemovalRelation, RemovalStatus, ReportStatus } from '../../values/moderation/safety'
import {
  type appealStatuses,
  decisionLength,
  detailsLength,
  isSignedBy,
  personLength,
  removalRelations,
  safetyMessages,
  statementLength,
} from '../../values/moderation/safety'
import { urlLength } from '../../values/shared/limits'
import type { Hold } from '../../values/videos/video'
import { emailAddress } from '../accounts/auth'
import { pageQuery } from '../shared/lists'
import type { Account } from '../shared/parts'
import { line, prose } from '../shared/parts'
import type { PosterPictures } from '../uploads/upload'

/** Text of a decision, which the person affected reads. */
const statement = prose
  .min(decisionLength.min, safetyMessages.decisionMissing)
  .max(decisionLength.max, `Keep it under ${decisionLength.max} characters.`)

// Input that anyone may send.

export const reportInput = z.strictObject({
  reason: z.enum(reportReasons),
  details: prose.max(detailsLength.max).default(''),
  /** Second in the video. */
  at: z.number().min(0).max(1e6).optional(),
  /** Where to send the decision to a reporter without an account. */
  email: emailAddress.optional(),
})
export type Report = z.input<typeof reportInput>

/** `code` names the report on its receipt page, and is its ID. */
export interface ReportReceipt {
  code: string
  at: string
  dueAt: string
  videoId: number
  videoTitle: string
  reason: ReportReason
  status: ReportStatus
  /** The decision, in the words of the person who made it; null while the case is open. */
  decision: { at: string; note: string } | null
  /** When an appeal reversed the removal; null if it wasn't reversed, or nothing was removed. */
  takenBackAt: string | null
}

export const removalRequest = z
  .strictObject({
    /** URL of the video's page. */
    url: line.min(1, safetyMessages.urlMissing).max(urlLength.max),
    reason: z.enum(removalReasons),
    relation: z.enum(removalRelations),
    name: line.min(personLength.min, safetyMessages.nameMissing).max(personLength.max),
    email: emailAddress,
    statement: prose.min(statementLength.min, safetyMessages.statementShort).max(statementLength.max),
    /** "I state in good faith that what I wrote is true." */
    goodFaith: z.literal(true, { error: safetyMessages.goodFaithMissing }),
    /** The name typed again, as a signature. */
    signature: line.min(personLength.min, safetyMessages.signatureMissing).max(personLength.max),
  })
  .refine(({ name, signature }) => isSignedBy(name, signature), {
    path: ['signature'],
    error: safetyMessages.signatureOther,
  })
export type RemovalRequest = z.infer<typeof removalRequest>

/** A request as it came from the form without JavaScript, to be shown again with what is wrong in it. */
export interface RefusedRequest {
  /** As they were typed, by field. */
  values: Record<string, string>
  /** Sentences by field. */
  errors: Record<string, string>
  /** The refusal, where it names no field. */
  failure: string | null
}

/** The receipt page, behind an unguessable link. */
export interface RemovalReceipt {
  token: string
  at: string
  dueAt: string
  url: string
  videoTitle: string | null
  reason: RemovalReason
  status: RemovalStatus
  /** It is about the link of a shared list, and no video. */
  ofList: boolean
  /** The video is hidden until this is decided. */
  hidden: boolean
  decision: { at: string; note: string } | null
  /** When an appeal reversed the removal; null if it wasn't reversed, or nothing was removed. */
  takenBackAt: string | null
}

// An uploader's view of the removal of their own video, and their appeal.

export const appeal = z.strictObject({
  text: prose.min(statementLength.min, safetyMessages.appealShort).max(statementLength.max),
})
export type Appeal = z.infer<typeof appeal>

export interface OwnRemoval {
  id: number
  videoId: number
  videoTitle: string
  reason: ReportReason
  /** The statement of reasons; it never includes the requester's identity. */
  statement: string
  at: string
  /** Deadline for an appeal; null when one was made or the time is over. */
  appealUntil: string | null
  appeal: { at: string; text: string; status: (typeof appealStatuses)[number]; note: string | null } | null
}

// Administration.

/** The video of a case in its current state; null when it is gone. */
type CaseVideo = {
  id: number
  title: string
  thumbnailUrl: string | null
  poster?: PosterPictures | undefined
  isPremium: boolean
  review: string
  hold: Hold | null
  isPublic: boolean
} | null

export interface AdminReport {
  id: number
  code: string
  at: string
  dueAt: string
  video: CaseVideo
  videoId: number
  videoTitle: string
  uploader: Account
  /** Null if the reporter has no account. Never shown to the uploader. */
  reporter: Account | null
  /** Found by the site automatically: no one reported it. */
  bySystem: boolean
  /** An address was given, which staff may not be allowed to read. */
  hasEmail: boolean
  email: string | null
  reason: ReportReason
  details: string
  /** Second in the video. */
  seconds: number | null
  status: ReportStatus
  decidedBy: Account | null
  decision: { at: string; note: string } | null
  /** Open reports of the same video, including this one. */
  openOfVideo: number
  /** Open and without an account, like another that came from the same network within an hour of it. */
  isOfFlood: boolean
}

export const adminReportQuery = pageQuery.extend({
  /** `decided` is every other status. */
  status: z.enum(['open', 'decided']).default('open'),
  reason: z.enum(reportReasons).optional(),
  videoId: z.coerce.number().int().positive().optional(),
})
export type AdminReportQuery = z.infer<typeof adminReportQuery>

/**
 * `remove` takes the video down, blocks its files and upholds its open reports. `dismiss` decides the open
 * reports up to the newest one seen; the quarantine ends unless a later report holds it.
 */
export const decideReportInput = z.strictObject({
  decision: z.enum(['remove', 'dismiss']),
  note: statement,
  /** Highest ID seen among the video's open reports; defaults to the report being decided. */
  seen: z.int().positive().optional(),
})
export type DecideReport = z.infer<typeof decideReportInput>

/** Dismisses all open reports without an account from one report's network, within an hour before or after it. */
export const dismissNetworkInput = z.strictObject({ note: statement })
export type DismissNetwork = z.infer<typeof dismissNetworkInput>

export interface NetworkDismissed {
  reports: number
  videos: number
  /** There are more: the same request again dismisses them. */
  hasMore: boolean
}

export interface AdminRemovalRequest {
  id: number
  at: string
  dueAt: string
  /** Hours of the last reminder: 0, 24, 36 or 44. */
  escalated: number
  url: string
  video: CaseVideo
  videoId: number | null
  videoTitle: string | null
  /** The key of the shared list in the URL. */
  listKey: string | null
  uploader: Account | null
  reason: RemovalReason
  relation: RemovalRelation
  /** Initials for staff who don't read contacts; so is the signature. */
  name: string
  /** Null for staff who don't read contacts: answers go through the site. */
  email: string | null
  statement: string
  signature: string
  status: RemovalStatus
  decidedBy: Account | null
  decision: { at: string; note: string } | null
}

export const adminRemovalQuery = pageQuery.extend({ status: z.enum(['open', 'decided']).default('open') })
export type AdminRemovalQuery = z.infer<typeof adminRemovalQuery>

export const decideRemovalInput = z.strictObject({
  decision: z.enum(['remove', 'refuse']),
  note: statement,
  /** The video, if the URL in the request names none, a wrong one or a list that contains it. */
  videoId: z.int().positive().optional(),
})
export type DecideRemoval = z.infer<typeof decideRemovalInput>

/** A removal as staff see it, and its uploader's appeal, if any. */
export interface AdminAppeal extends OwnRemoval {
  /** When it was reversed. */
  restoredAt: string | null
  uploader: Account
  video: CaseVideo
  removedBy: Account | null
}

export const decideAppealInput = z.strictObject({ decision: z.enum(['restore', 'keep']), note: statement })
export type DecideAppeal = z.infer<typeof decideAppealInput>

export interface OtherVideo {
  id: number
  title: string
  uploader: Account
}

/** Other videos that a removal affects, as far as their files have been read; at most 50 of each kind. */
export interface VideoCopies {
  /** Videos with the same film, which are removed too or quarantined, depending on the reason. */
  copies: OtherVideo[]
  /** Videos with the same rendition, preview or trailer, which are quarantined. */
  likenesses: OtherVideo[]
  /** Removed in the same case, the original first. */
  removed: (OtherVideo & { isOriginal: boolean })[]
  /** A file of the video hasn't been read yet: more may be found. */
  isUnread: boolean
  /** There are more videos than are listed. */
  hasMore: boolean
}

/** An administrator's own removal of a video, without a report. */
export const removeVideoInput = z.strictObject({ reason: z.enum(reportReasons), note: statement })
export type RemoveVideo = z.infer<typeof removeVideoInput>
