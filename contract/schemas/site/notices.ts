import * as z from 'zod'
import { pageSize } from '../../values/shared/limits'
import type { NoticeKind, NoticeOutcome } from '../../values/shared/notices'

export interface Notice {
  /** For a new video `v` and the video's ID; for any other `n` and its own. */
  id: string
  kind: NoticeKind
  /** How a case was decided; null for the other kinds. */
  outcome: NoticeOutcome | null
  at: string
  isRead: boolean
  /** How many comments or replies it is about. */
  count: number
  /** Null where the account may not know the video, or it is gone. */
  video: { id: number; title: string } | null
  /** Uploader of a new video, or the latest to comment. */
  username: string | null
  /** A report's code, a removal request's token, or a removal's ID. */
  ref: string | null
  commentId: number | null
}

const noticeId = z.string().regex(/^[nv][1-9]\d{0,14}$/)

/** Single ones, or all up to a time. */
export const readNoticesInput = z.union([
  z.strictObject({ ids: z.array(noticeId).min(1).max(pageSize.max) }),
  z.strictObject({ upTo: z.iso.datetime() }),
])
export type ReadNotices = z.infer<typeof readNoticesInput>

/** What is left unread, counted as in `User`. */
export interface UnreadNotices {
  unread: number
}
