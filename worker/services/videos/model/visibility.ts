import { randomBytes } from 'node:crypto'
import type { UpdateVideo } from '#contract/schemas/videos/video'
import { day } from '#contract/values/shared/time'
import { videoMessages } from '#contract/values/videos/messages'
import { scheduleMaxDays, type Visibility } from '#contract/values/videos/video'
import type { VideoChange, VideoRow } from '#db/queries/videos/video'
import { invalidField } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { meantPublic } from './rules'

type Stored = Pick<VideoRow, 'isPublic' | 'publicBefore' | 'unlistedKey' | 'publishAt'>
type Asked = Pick<UpdateVideo, 'isPublic' | 'visibility' | 'publishAt'>

/** Returns the visibility that the owner chose, even while a rejection hides the video. */
export function visibilityOf(row: Stored): Visibility {
  if (meantPublic(row)) return 'public'
  return row.unlistedKey === null ? 'private' : 'unlisted'
}

/** Creates the 128-bit key of an unlisted video's link. */
export function createLinkKey(): string {
  return randomBytes(16).toString('base64url')
}

/** Returns the columns of a new video; public by default. */
export function visibilityAtFirst(ctx: ServiceContext, asked: Asked) {
  const publishAt = readTime(ctx, asked.publishAt ?? null, null)
  const visibility = visibilityAsked(asked, publishAt) ?? 'public'
  return {
    isPublic: visibility === 'public',
    unlistedKey: visibility === 'unlisted' ? createLinkKey() : null,
    publishAt,
  }
}

/**
 * Returns the columns that change, and whether the video then opens to others than before. Choosing a
 * visibility removes a scheduled time; an unlisted video keeps its key until it gets another visibility.
 */
export function visibilityChange(
  ctx: ServiceContext,
  row: Stored,
  asked: Asked,
): { columns: VideoChange; opensOtherwise: boolean } {
  const publishAt = readTime(ctx, asked.publishAt ?? null, row.publishAt)
  const wanted = visibilityAsked(asked, publishAt)
  if (!wanted) {
    // Without a new visibility, only the scheduled time is removed.
    const ends = asked.publishAt === null && row.publishAt !== null
    return { columns: ends ? { publishAt } : {}, opensOtherwise: false }
  }
  const now = visibilityOf(row)
  const isPublic = wanted === 'public'
  return {
    columns: {
      // A rejection hides it: this is for a later approval.
      ...(row.publicBefore === null ? { isPublic } : { publicBefore: isPublic }),
      ...(wanted !== now && { unlistedKey: wanted === 'unlisted' ? createLinkKey() : null }),
      ...(publishAt !== row.publishAt && { publishAt }),
    },
    opensOtherwise: wanted !== now,
  }
}

/** Returns the visibility that a request names, in the older words or the newer; null for none. */
function visibilityAsked({ isPublic, visibility }: Asked, publishAt: number | null): Visibility | null {
  const older = isPublic === undefined ? null : isPublic ? 'public' : 'private'
  if (visibility && older && (older === 'public') !== (visibility === 'public')) {
    throw invalidField('isPublic', 'isPublic and visibility contradict each other.')
  }
  const wanted = visibility ?? older
  if (publishAt !== null && (wanted ?? 'private') !== 'private') {
    throw invalidField('publishAt', 'A video that is published later is private until then.')
  }
  return wanted ?? (publishAt === null ? null : 'private')
}

/** Reads the time to publish at. A stored time may have passed, while something else holds the video. */
function readTime({ now }: ServiceContext, text: string | null, stored: number | null): number | null {
  if (text === null) return null
  const at = Date.parse(text)
  if (at === stored) return at
  if (!(at > now)) throw invalidField('publishAt', videoMessages.publishAtPast)
  if (at > now + scheduleMaxDays * day) throw invalidField('publishAt', videoMessages.publishAtFar)
  return at
}
