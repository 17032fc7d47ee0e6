import { createHash } from 'node:crypto'
import { maxCaptionTracks } from '#contract/values/videos/media'
import { batchNamed, type Step } from '#db/batch-named'
import type { Condition } from '#db/conditions'
import {
  captionObject,
  insertCaptionObject,
  markCaptionForDeletion,
  revokeCaption,
  upsertCaption,
  whereCaptionFits,
} from '#db/queries/videos/captions'
import { type approveTrackCorrection, noteChange } from '#db/queries/videos/publishing/approved-texts'
import { raiseRevisionUnreviewed } from '#db/queries/videos/publishing/review'
import type { VideoRow } from '#db/queries/videos/video'
import { markUnreferencedForDeletion } from '#db/queries/videos/video-files'
import { objectKey, randomId } from '#worker/storage/keys'
import type { UserContext } from '../../context'
import { refuseBlockedTerms } from '../../shared/blocked-terms'
import { enqueuePrune } from '../../shared/objects'
import { normaliseCaptions } from './normalise'

/** Other statements for the batch that changes a track. */
export interface Around {
  /** Runs before the change, under its condition. `before` and `after` are hashes; null for none. */
  record?: (
    onlyIf: Condition,
    facts: { before: string | null; after: string | null },
  ) => Promise<readonly Step[]>
  /** Runs after the change, under its condition, in place of comparing the track with the approved one. */
  settle?: (onlyIf: Condition) => ReturnType<typeof approveTrackCorrection>
}

interface NewTrack {
  language: string
  file: Uint8Array
  quotaBytes: number
}

export type PutResult = 'put' | 'same' | 'no room' | 'refused'

/**
 * Adds or replaces captions in a language; the same file changes nothing. One batch names the new object,
 * marks the old one for deletion and revokes its URLs.
 */
export async function putTrack(
  ctx: UserContext,
  { id: videoId, userId }: Pick<VideoRow, 'id' | 'userId'>,
  { language, file, quotaBytes }: NewTrack,
  { record, settle }: Around = {},
): Promise<PutResult> {
  const { db, now } = ctx
  const { text, words } = normaliseCaptions(file)
  const sha256 = createHash('sha256').update(text).digest('hex')
  const [current] = await captionObject(db, videoId, language)
  if (current?.sha256 === sha256) return 'same'
  refuseBlockedTerms(ctx, [{ field: 'file', place: 'caption', text: words }])

  const object = { key: objectKey(randomId()), bytes: text.length, sha256, ownerId: userId }
  const change = { videoId, userId, language, atMost: maxCaptionTracks }
  try {
    const stored = await insertCaptionObject(db, object, quotaBytes, now)
    if (stored.length === 0) return 'no room'
    await ctx.media.put(object.key, text, 'text/vtt')
    const onlyIf = whereCaptionFits(change)
    const { taken } = await batchNamed(db, [
      ...((await record?.(onlyIf, { before: current?.sha256 ?? null, after: sha256 })) ?? []),
      revokeCaption(db, videoId, language, now, onlyIf),
      markCaptionForDeletion(db, videoId, language, now, onlyIf),
      { taken: upsertCaption(db, change, object) },
      // It still holds, since a track that is there always fits.
      raiseRevisionUnreviewed(db, videoId, onlyIf),
      ...(settle?.(onlyIf) ?? noteChange(db, videoId, now, onlyIf)),
    ])
    if (taken.length > 0) return 'put'
    await markUnreferencedForDeletion(db, [object.key], now)
    return 'refused'
  } catch (error) {
    await markUnreferencedForDeletion(db, [object.key], now)
    throw error
  } finally {
    ctx.defer(enqueuePrune(ctx))
  }
}
