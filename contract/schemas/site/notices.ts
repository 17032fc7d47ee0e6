import * as z from 'zod'
import { pageSize } from '../../values/shared/limits'
import { noticeKinds, noticeOutcomes } from '../../values/shared/notices'
import { time } from '../shared/parts'

export const notice = z.object({
  /** Of a new video `v` and the video's ID; of any other `n` and its own. */
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** How a case was decided; null for the other kinds. */
  outcome: z.enum(noticeOutcomes).nullable(),
  at: time,
  isRead: z.boolean(),
  /** How many comments or replies it is about. */
  count: z.number().int(),
  /** Null where the account may not know the video, or it is gone. */
  video: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  /** Uploader of a new video, or the latest to comment. */
  username: z.string().nullable(),
  /** Of a report its code, of a removal request its token, of a removal its ID. */
  ref: z.string().nullable(),
  commentId: z.number().int().nullable(),
})
export type Notice = z.infer<typeof notice>

const noticeId = z.string().regex(/^[nv][1-9]\d{0,14}$/)

/** Single ones, or all up to a time. */
export const readNoticesInput = z.union([
  z.strictObject({ ids: z.array(noticeId).min(1).max(pageSize.max) }),
  z.strictObject({ upTo: z.iso.datetime() }),
])
export type ReadNotices = z.infer<typeof readNoticesInput>

/** What is left unread, counted as in `User`. */
export const unreadNotices = z.object({ unread: z.number().int() })
export type UnreadNotices = z.infer<typeof unreadNotices>
