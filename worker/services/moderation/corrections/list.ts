import type { Correction } from '#contract/schemas/moderation/content'
import { correctedFields, correctionsShown } from '#contract/values/moderation/content'
import { correctionsOf } from '#db/queries/moderation/corrections'
import type { UserContext } from '../../context'
import { isoTime } from '../../shared/time'
import { findEditable } from '../../videos/model'
import type { Facts } from './correctable'

/** Lists the last corrections of a video for its uploader, who isn't told which of the staff made them. */
export async function listCorrections(ctx: UserContext, videoId: number): Promise<Correction[]> {
  await findEditable(ctx, videoId)
  const rows = await correctionsOf(ctx.db, videoId, correctionsShown)
  return rows.map(({ id, at, reason, details }) => {
    const { before, after }: { before: Facts; after: Facts } = JSON.parse(
      details ?? '{"before":{},"after":{}}',
    )
    const changes = correctedFields
      .filter((field) => field in after)
      .map((field) => ({
        field,
        // A picture is logged only by its key.
        before: field === 'thumbnail' ? null : (before[field] ?? null),
        after: field === 'thumbnail' ? null : (after[field] ?? null),
      }))
    return { id, at: isoTime(at), note: reason, changes }
  })
}
