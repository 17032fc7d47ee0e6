import type { Caption } from '#contract/schemas/videos/video'
import { languageName } from '#contract/values/videos/languages'
import type { AdminVideoRow } from '#db/queries/videos/for-staff'
import { approveTrackCorrection } from '#db/queries/videos/publishing/approved-texts'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { enforceLimit } from '../../shared/rate-limits'
import { type Around, putTrack, removeTrack, tooManyTracks, tracksOf } from '../../videos/captions'
import { inCase } from '../case-viewer/in-case'
import { correctable, correctionMail } from './correctable'

/**
 * Adds or replaces captions of another member's video; the uploader is told. Their quota doesn't prevent it.
 */
export async function correctCaption(
  ctx: UserContext,
  videoId: number,
  language: string,
  file: Uint8Array,
): Promise<Caption[]> {
  const video = await correctable(ctx, videoId)
  await enforceLimit(ctx, 'caption', String(ctx.actor.id))
  const sentence = `It has new captions in ${languageName(language)}.`
  const around = aroundOf(ctx, video, language, sentence)
  const result = await putTrack(ctx, video, { language, file, quotaBytes: Number.MAX_SAFE_INTEGER }, around)
  if (result === 'refused') {
    await correctable(ctx, videoId)
    throw tooManyTracks()
  }
  ctx.defer(kickMail(ctx))
  return tracksOf(inCase(ctx), video)
}

/** Removes captions of another member's video; the uploader is told. Safe to repeat. */
export async function removeCaptionByStaff(
  ctx: UserContext,
  videoId: number,
  language: string,
): Promise<void> {
  const video = await correctable(ctx, videoId)
  await enforceLimit(ctx, 'caption', String(ctx.actor.id))
  const sentence = `Its captions in ${languageName(language)} were removed.`
  await removeTrack(ctx, video, language, aroundOf(ctx, video, language, sentence))
  ctx.defer(kickMail(ctx))
}

function aroundOf(ctx: UserContext, video: AdminVideoRow, language: string, sentence: string): Around {
  const name = languageName(language)
  return {
    record: async (onlyIf, { before, after }) => [
      audit(
        ctx,
        {
          action: 'video.correct',
          subject: 'video',
          subjectId: video.id,
          details: {
            before: { captions: before && name, sha256: before },
            after: { captions: after && name, sha256: after },
          },
        },
        onlyIf,
      ),
      ...(await correctionMail(ctx, video, [sentence], onlyIf)),
    ],
    settle: (onlyIf) => approveTrackCorrection(ctx.db, video.id, ctx.now, language, onlyIf),
  }
}
