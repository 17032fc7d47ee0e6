import * as z from 'zod'
import { removalReasons, reportReasons } from '../../values/moderation/reasons'
import {
  appealStatuses,
  decisionLength,
  detailsLength,
  isSignedBy,
  personLength,
  removalRelations,
  removalStatuses,
  reportStatuses,
  safetyMessages,
  statementLength,
} from '../../values/moderation/safety'
import { urlLength } from '../../values/shared/limits'
import { holds } from '../../values/videos/videos'
import { emailAddress } from '../accounts/auth'
import { pageQuery } from '../shared/lists'
import { account, line, time } from '../shared/parts'
import { posterPictures } from '../uploads/uploads'

/** Text of a decision. The other side reads it. */
const statement = z
  .string()
  .trim()
  .min(decisionLength.min, safetyMessages.decisionMissing)
  .max(decisionLength.max, `Keep it under ${decisionLength.max} characters.`)
/** When an appeal reversed the removal; null if it wasn't reversed, or nothing was removed. */
const takenBackAt = time.nullable()

// Input that anyone may send.

export const reportInput = z.strictObject({
  reason: z.enum(reportReasons),
  details: z.string().trim().max(detailsLength.max).default(''),
  /** Second in the video. */
  at: z.number().min(0).max(1e6).optional(),
  /** Where someone without an account wants to be told of the decision. */
  email: emailAddress.optional(),
})
export type Report = z.input<typeof reportInput>

/** `code` names the report on its receipt page, and is its ID. */
export const reportReceipt = z.object({
  code: z.string(),
  at: time,
  videoId: z.number().int(),
  videoTitle: z.string(),
  reason: z.enum(reportReasons),
  status: z.enum(reportStatuses),
  /** The decision in its author's words; null while the case is open. */
  decision: z.object({ at: time, note: z.string() }).nullable(),
  takenBackAt,
})
export type ReportReceipt = z.infer<typeof reportReceipt>

export const removalRequest = z
  .strictObject({
    /** URL of the video's page. */
    url: line.min(1, safetyMessages.urlMissing).max(urlLength.max),
    reason: z.enum(removalReasons),
    relation: z.enum(removalRelations),
    name: line.min(personLength.min, safetyMessages.nameMissing).max(personLength.max),
    email: emailAddress,
    statement: z
      .string()
      .trim()
      .min(statementLength.min, safetyMessages.statementShort)
      .max(statementLength.max),
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

/** The receipt page, behind an unguessable link. */
export const removalReceipt = z.object({
  token: z.string(),
  at: time,
  dueAt: time,
  url: z.string(),
  videoTitle: z.string().nullable(),
  reason: z.enum(removalReasons),
  status: z.enum(removalStatuses),
  /** It is about the link of a shared list, and no video. */
  ofList: z.boolean(),
  /** The video is hidden until this is decided. */
  hidden: z.boolean(),
  decision: z.object({ at: time, note: z.string() }).nullable(),
  takenBackAt,
})
export type RemovalReceipt = z.infer<typeof removalReceipt>

// An uploader's view of the removal of their own video, and their appeal.

export const appeal = z.strictObject({
  text: z.string().trim().min(statementLength.min, safetyMessages.appealShort).max(statementLength.max),
})
export type Appeal = z.infer<typeof appeal>

export const ownRemoval = z.object({
  id: z.number().int(),
  videoId: z.number().int(),
  videoTitle: z.string(),
  reason: z.enum(reportReasons),
  /** The statement of reasons. Never who asked. */
  statement: z.string(),
  at: time,
  /** Deadline for an appeal; null when one was made or the time is over. */
  appealUntil: time.nullable(),
  appeal: z
    .object({ at: time, text: z.string(), status: z.enum(appealStatuses), note: z.string().nullable() })
    .nullable(),
})
export type OwnRemoval = z.infer<typeof ownRemoval>

// Administration.

/** The video of a case in its current state; null when it is gone. */
const caseVideo = z
  .object({
    id: z.number().int(),
    title: z.string(),
    thumbnailUrl: z.string().nullable(),
    poster: posterPictures.optional(),
    isPremium: z.boolean(),
    review: z.string(),
    hold: z.enum(holds).nullable(),
    isPublic: z.boolean(),
  })
  .nullable()

export const adminReport = z.object({
  id: z.number().int(),
  code: z.string(),
  at: time,
  video: caseVideo,
  videoId: z.number().int(),
  videoTitle: z.string(),
  uploader: account,
  /** Null without an account. Never shown to the uploader. */
  reporter: account.nullable(),
  /** Found by the site automatically: nobody reported it. */
  bySystem: z.boolean(),
  /** An address was given, which staff may not be allowed to read. */
  hasEmail: z.boolean(),
  email: z.string().nullable(),
  reason: z.enum(reportReasons),
  details: z.string(),
  /** Second in the video. */
  seconds: z.number().nullable(),
  status: z.enum(reportStatuses),
  decidedBy: account.nullable(),
  decision: z.object({ at: time, note: z.string() }).nullable(),
  /** Open reports of the same video, including this one. */
  openOfVideo: z.number().int(),
})
export type AdminReport = z.infer<typeof adminReport>

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

export const adminRemovalRequest = z.object({
  id: z.number().int(),
  at: time,
  dueAt: time,
  /** Hours of the last reminder: 0, 24, 36 or 44. */
  escalated: z.number().int(),
  url: z.string(),
  video: caseVideo,
  videoId: z.number().int().nullable(),
  videoTitle: z.string().nullable(),
  /** Of the shared list that the URL names. */
  listKey: z.string().nullable(),
  uploader: account.nullable(),
  reason: z.enum(removalReasons),
  relation: z.enum(removalRelations),
  /** Initials for staff who don't read contacts; so is the signature. */
  name: z.string(),
  /** Null for staff who don't read contacts: answers go through the site. */
  email: z.string().nullable(),
  statement: z.string(),
  signature: z.string(),
  status: z.enum(removalStatuses),
  decidedBy: account.nullable(),
  decision: z.object({ at: time, note: z.string() }).nullable(),
})
export type AdminRemovalRequest = z.infer<typeof adminRemovalRequest>

export const adminRemovalQuery = pageQuery.extend({ status: z.enum(['open', 'decided']).default('open') })
export type AdminRemovalQuery = z.infer<typeof adminRemovalQuery>

export const decideRemovalInput = z.strictObject({
  decision: z.enum(['remove', 'refuse']),
  note: statement,
  /** The video, where the URL in the request named none or a wrong one, or a list that it is in. */
  videoId: z.int().positive().optional(),
})
export type DecideRemoval = z.infer<typeof decideRemovalInput>

/** A removal as staff see it, and its uploader's appeal, if any. */
export const adminAppeal = ownRemoval.extend({
  /** When it was reversed. */
  restoredAt: time.nullable(),
  uploader: account,
  video: caseVideo,
  removedBy: account.nullable(),
})
export type AdminAppeal = z.infer<typeof adminAppeal>

export const decideAppealInput = z.strictObject({ decision: z.enum(['restore', 'keep']), note: statement })
export type DecideAppeal = z.infer<typeof decideAppealInput>

const otherVideo = z.object({ id: z.number().int(), title: z.string(), uploader: account })
export type OtherVideo = z.infer<typeof otherVideo>

/**
 * Other videos that a removal concerns, as far as their files are read; 50 of each kind at most.
 */
export const videoCopies = z.object({
  /** With the same film: they go down too, or into quarantine, by the reason. */
  copies: z.array(otherVideo),
  /** A quality or preview is the same: they go into quarantine. */
  likenesses: z.array(otherVideo),
  /** Removed in the same case, the original first. */
  removed: z.array(otherVideo.extend({ isOriginal: z.boolean() })),
  /** A file of the video isn't read yet: more may be found. */
  isUnread: z.boolean(),
  /** There are more than are listed. */
  hasMore: z.boolean(),
})
export type VideoCopies = z.infer<typeof videoCopies>

/** An administrator's own removal of a video, without a report. */
export const removeVideoInput = z.strictObject({ reason: z.enum(reportReasons), note: statement })
export type RemoveVideo = z.infer<typeof removeVideoInput>
