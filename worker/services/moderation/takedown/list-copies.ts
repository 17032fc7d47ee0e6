import type { OtherVideo, VideoCopies } from '#contract/schemas/moderation/safety'
import { batchNamed } from '#db/batch-named'
import { videosEqualTo, videosOfSameCase } from '#db/queries/moderation/blocked-hashes'
import { unreadFiles } from '#db/queries/moderation/screening'
import { videoById } from '#db/queries/videos/video'
import { videoNotFound } from '#worker/errors'
import type { ServiceContext } from '../../context'

/** More than a dialog can show; in a flood of copies, the search goes on after the removal. */
const atMost = 50

/** Returns the other videos that a removal of this one affects, or affected. */
export async function listCopies({ db }: ServiceContext, videoId: number): Promise<VideoCopies> {
  const { found, copies, likenesses, removed, unread } = await batchNamed(db, [
    {
      found: videoById(db, videoId),
      copies: videosEqualTo(db, videoId, 'copies', atMost + 1),
      likenesses: videosEqualTo(db, videoId, 'likenesses', atMost + 1),
      removed: videosOfSameCase(db, videoId, atMost + 1),
      unread: unreadFiles(db, videoId),
    },
  ])
  if (found.length === 0) throw videoNotFound()
  const exact = new Set(copies.map(({ id }) => id))
  return {
    copies: copies.slice(0, atMost).map(view),
    likenesses: likenesses
      .slice(0, atMost)
      .filter(({ id }) => !exact.has(id))
      .map(view),
    removed: removed.slice(0, atMost).map((row) => ({ ...view(row), isOriginal: row.isOriginal })),
    isUnread: unread.length > 0,
    hasMore: [copies, likenesses, removed].some(({ length }) => length > atMost),
  }
}

function view(row: { id: number; title: string; userId: number; username: string }): OtherVideo {
  return { id: row.id, title: row.title, uploader: { id: row.userId, username: row.username } }
}
