import * as z from 'zod'
import type { CorrectedField } from '../../values/moderation/content'
import {
  bulkActions,
  bulkSize,
  contentSorts,
  contentStates,
  sortsOfContent,
} from '../../values/moderation/content'
import { type RejectionReason, rejectionReasons } from '../../values/moderation/reasons'
import { decisionLength, safetyMessages } from '../../values/moderation/safety'
import { usernameLength } from '../../values/shared/limits'
import { pageQuery, queryBoolean, sortOrders } from '../shared/lists'
import type { Account } from '../shared/parts'
import { line, prose, typedLine } from '../shared/parts'
import type { Video } from '../videos/video'
import { captionParams, updateVideoInput } from '../videos/video'

const note = prose.max(decisionLength.max)

/** A video as administrators list it. */
export interface AdminVideo extends Video {
  /** Revision the administrator saw; a decision on any other is refused. */
  revision: number
  openReports: number
  /** Size of its top quality; null until it has a file. */
  bytes: number | null
  /** Time at which it began to wait for review. */
  waitingSince: string | null
}

/** The review queue: the longest waiting first, or the newest. */
export const pendingVideoQuery = pageQuery.extend({ order: z.enum(sortOrders).default('asc') })
export type PendingVideoQuery = z.infer<typeof pendingVideoQuery>

export const adminVideoQuery = pageQuery
  .extend({
    /** Part of the title; or the video's ID, its URL or the hash of its file or of a rendition. */
    q: typedLine.max(300).optional(),
    state: z.enum(contentStates).default('all'),
    /** Full username of the uploader. */
    owner: line.min(1).max(usernameLength.max).optional(),
    categoryId: z.coerce.number().int().positive().optional(),
    isPremium: queryBoolean.optional(),
    reported: queryBoolean.optional(),
    /** Defaults to the usual order for the filters. */
    sort: z.enum(contentSorts).optional(),
    order: z.enum(sortOrders).optional(),
  })
  .refine((query) => query.sort === undefined || sortsOfContent(query).includes(query.sort), {
    path: ['sort'],
    message: "This list can't be sorted like that.",
  })
export type AdminVideoQuery = z.infer<typeof adminVideoQuery>

const rejection = z.enum(Object.keys(rejectionReasons) as [RejectionReason, ...RejectionReason[]])

export const approveVideoInput = z.strictObject({ revision: z.int().optional() })
export const rejectVideoInput = z.strictObject({
  reason: rejection.default('other'),
  note: note.default(''),
  revision: z.int().optional(),
})
export type RejectVideo = z.input<typeof rejectVideoInput>

export const bulkChange = z
  .strictObject({
    ids: z.array(z.int().positive()).min(1).max(bulkSize),
    action: z.enum(bulkActions),
    /**
     * Revisions the administrator saw, in the order of the IDs; without them only videos awaiting
     * review are decided.
     */
    revisions: z.array(z.int()).max(bulkSize).optional(),
    reason: rejection.optional(),
    note: note.optional(),
  })
  .refine((change) => change.action !== 'reject' || change.reason !== undefined, {
    path: ['reason'],
    message: 'Choose a reason.',
  })
export type BulkChange = z.infer<typeof bulkChange>

/** Figures on how an account's uploads have fared. */
export interface UploadCounts {
  videos: number
  approved: number
  rejected: number
  removed: number
  openReports: number
}

/** Shown beside the review player: the uploader and their record so far. */
export interface UploaderRecord extends UploadCounts {
  user: Account
  createdAt: string
  emailVerified: boolean
  ban: { reason: string; until: string | null } | null
}

/** The fields that staff may correct, and the reason, which the uploader is told. */
export const correctVideoInput = updateVideoInput
  .pick({
    title: true,
    description: true,
    tags: true,
    categoryId: true,
    thumbnailFile: true,
    blurredFile: true,
  })
  .extend({
    note: note.min(decisionLength.min, safetyMessages.decisionMissing),
  })
export type CorrectVideo = z.infer<typeof correctVideoInput>

export const correctCaptionParams = captionParams.pick({ language: true })

/** A correction by staff, as the video's uploader reads it. */
export interface Correction {
  id: number
  at: string
  /** Null for captions, which are changed without a reason. */
  note: string | null
  /**
   * Texts before and after; null for a picture, and for a track before it was added or after it was removed.
   */
  changes: {
    field: CorrectedField
    before: string | null
    after: string | null
  }[]
}
