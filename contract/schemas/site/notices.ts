import * as z from 'zod'
import { pageSize } from '../../values/shared/limits'
import type { NoticeKind, NoticeOutcome } from '../../values/shared/notices'

export interface Notice {
  /** `v` and the video's ID for a new video; `n` and the notice's own ID for any other. */
  id: string
  kind: NoticeKind
  /** The decision in a case; null for the other kinds. */
  outcome: NoticeOutcome | null
  at: string
  isRead: boolean
  /** Number of comments or replies that it is about. */
  count: number
  /** Null if the video is gone or the account may not know of it. */
  video: { id: number; title: string } | null
  /** Uploader of the new video, or author of the latest comment. */
  username: string | null
  /** A report's code, a removal request's token, or a removal's ID. */
  ref: string | null
  commentId: number | null
}

const noticeId = z.string().regex(/^[nv][1-9]\d{0,14}$/)

/** Single notices, or all up to a time. */
export const readNoticesInput = z.union([
  z.strictObject({ ids: z.array(noticeId).min(1).max(pageSize.max) }),
  z.strictObject({ upTo: z.iso.datetime() }),
])
export type ReadNotices = z.infer<typeof readNoticesInput>

/** The number of notices left unread, counted as in `User`. */
export interface UnreadNotices {
  unread: number
}
