import * as z from 'zod'
import { directionMessage, undirected } from '../../values/shared/direction'
import type { CommentState } from '../../values/videos/comments'
import { commentLength, commentMessages, commentSorts } from '../../values/videos/comments'
import { pageQuery } from '../shared/lists'
import type { Account } from '../shared/parts'

/** Plain text: line breaks are kept, three or more in a row become two; other control characters are refused. */
const body = z
  .string()
  .overwrite((text) =>
    text
      .replace(/\r\n?/g, '\n')
      .replaceAll('\t', ' ')
      .replace(/\n{3,}/g, '\n\n'),
  )
  .trim()
  .min(commentLength.min, { error: commentMessages.missing, abort: true })
  .max(commentLength.max, commentMessages.long)
  .regex(/^(?:\n|[^\p{Cc}\u2028\u2029])*$/u, commentMessages.control)
  .regex(undirected, directionMessage)
  // At least one visible character.
  .regex(/[^\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800]/u, commentMessages.missing)

export const writeCommentInput = z.strictObject({
  body,
  /** The comment or reply that it replies to. */
  parentId: z.int().positive().optional(),
})
export type WriteComment = z.infer<typeof writeCommentInput>

export const editCommentInput = z.strictObject({ body })
export type EditComment = z.infer<typeof editCommentInput>

/** The key in the link of an unlisted video. */
const key = z.string().max(64).optional().catch(undefined)

export const listCommentsQuery = pageQuery.extend({ sort: z.enum(commentSorts).default('newest'), key })
export type ListComments = z.infer<typeof listCommentsQuery>

export const listRepliesQuery = pageQuery.extend({ key })
export type ListReplies = z.infer<typeof listRepliesQuery>

export interface Comment {
  id: number
  videoId: number
  /** The comment that this is a reply to. */
  parentId: number | null
  /**
   * A comment that is neither shown nor the caller's own has no author and no text: it is only the place of
   * its replies.
   */
  state: CommentState
  author: (Account & { avatarUrl: string | null; hasPage: boolean }) | null
  body: string
  createdAt: string
  editedAt: string | null
  /**
   * End of the time in which the caller can edit it; null once that is over, and for everyone but its author.
   */
  editableUntil: string | null
  likes: number
  likedByMe: boolean
  /** Number of shown replies; in a list, it includes the caller's own that wait for staff. */
  replies: number
  isPinned: boolean
  /** Whether the video's uploader wrote it. */
  byUploader: boolean
}

export interface CommentLikeState {
  liked: boolean
  likes: number
}

/** An account that an uploader blocked from commenting. */
export interface CommentBlock extends Account {
  blockedAt: string
}
