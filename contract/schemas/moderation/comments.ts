import * as z from 'zod'
import type { CommentReason } from '../../values/moderation/comments'
import { commentQueues, commentReasons, type commentRemovers } from '../../values/moderation/comments'
import { decisionLength, detailsLength, safetyMessages } from '../../values/moderation/safety'
import type { CommentHold, CommentState } from '../../values/videos/comments'
import { emailAddress } from '../accounts/auth'
import { pageQuery } from '../shared/lists'
import type { Account } from '../shared/parts'
import { prose } from '../shared/parts'

export const commentReportInput = z.strictObject({
  reason: z.enum(commentReasons),
  details: prose.max(detailsLength.max).default(''),
  /** Where to send the decision to a reporter without an account. */
  email: emailAddress.optional(),
})
export type CommentReportInput = z.input<typeof commentReportInput>

export const adminCommentsQuery = pageQuery.extend({ queue: z.enum(commentQueues).default('reported') })
export type AdminCommentsQuery = z.infer<typeof adminCommentsQuery>

export interface AdminComment {
  id: number
  at: string
  editedAt: string | null
  /** Null once it is deleted. */
  author: Account | null
  body: string
  state: CommentState
  heldFor: CommentHold | null
  /** Who removed it; null unless it is removed. */
  removedBy: (typeof commentRemovers)[number] | null
  /** The reason why staff removed it. */
  reason: CommentReason | null
  /** Whether its author would be told of a removal: not if the comment or its author is already gone. */
  tellsAuthor: boolean
  /** Text of the comment that it replies to. */
  repliesTo: string | null
  video: { id: number; title: string } | null
  openReports: number
  /** By when the oldest of the open reports is decided; null without one. */
  dueAt: string | null
  /** The first of the open reports. */
  reports: {
    id: number
    at: string
    reason: CommentReason
    details: string
    /** The comment's text when it was reported. */
    body: string
    /** Null if the reporter had no account or has deleted it. */
    reporter: Account | null
    /** An address was given, which staff may not be allowed to read. */
    hasEmail: boolean
    email: string | null
  }[]
}

/**
 * `remove` tells the author why, and upholds all open reports. `keep` shows a held comment, and dismisses the
 * open reports up to the newest one seen. Both tell the reporters. `restore` shows a comment again that staff
 * removed, and tells the author why.
 */
export const decideCommentInput = z
  .strictObject({
    decision: z.enum(['remove', 'keep', 'restore']),
    /** The `editedAt` that staff read: a comment edited since then has to be read again. */
    editedAt: z.iso.datetime().nullable(),
    /** Whether staff read it on the video's page, where a comment can be removed without a report. */
    onPage: z.boolean().default(false),
    reason: z.enum(commentReasons).optional(),
    /** Sent to the author and to the reporters who await a decision. */
    note: prose.max(decisionLength.max, `Keep it under ${decisionLength.max} characters.`).default(''),
    /** Highest ID seen among its open reports; defaults to all of them. */
    seen: z.int().positive().optional(),
  })
  .refine(({ decision, reason }) => decision !== 'remove' || reason !== undefined, {
    path: ['reason'],
    message: 'Choose a reason.',
  })
  .refine(({ decision, reason }) => decision === 'remove' || reason === undefined, {
    path: ['reason'],
    message: 'Only a removal has a reason to choose.',
  })
  .refine(({ decision, note }) => decision === 'keep' || note.length >= decisionLength.min, {
    path: ['note'],
    message: safetyMessages.decisionMissing,
  })
export type DecideComment = z.infer<typeof decideCommentInput>
