import { isEvidence } from '#contract/values/moderation/safety'
import { type VideoRow, videoById } from '#db/queries/videos/video'
import { AppError, videoNotFound } from '#worker/errors'
import { isOpenByLink, mayEdit, mayPlay, maySee } from '#worker/policy/video-access'
import type { ReadContext, UserContext } from '../../context'

/**
 * Returns the video, or throws the one refusal for any that the caller may not know of. An unlisted one also
 * opens to the key in its link.
 */
export async function findVisible(ctx: ReadContext, id: number, key?: string): Promise<VideoRow> {
  const [row] = await videoById(ctx.db, id)
  return requireVisible(ctx, row, key)
}

/** Returns the video for someone who may play it, or throws the same. */
export async function findPlayable(ctx: ReadContext, id: number, key?: string): Promise<VideoRow> {
  const video = await findVisible(ctx, id, key)
  if (!mayPlay(video, ctx.actor)) throw videoNotFound()
  return video
}

/** Returns the row that was read, with the key if the row opens to it. Throws like findVisible. */
export function requireVisible(
  { actor }: Pick<ReadContext, 'actor'>,
  row: VideoRow | undefined,
  key: string | undefined,
): VideoRow {
  if (!row) throw videoNotFound()
  const byLink = { ...row, givenKey: key }
  const video = isOpenByLink(byLink) ? byLink : row
  if (!maySee(video, actor)) throw videoNotFound()
  return video
}

export async function findEditable(ctx: UserContext, id: number): Promise<VideoRow> {
  const row = await findVisible(ctx, id)
  if (mayEdit(row, ctx.actor)) return row
  throw new AppError(
    'forbidden',
    row.userId === ctx.actor.id
      ? "This video is under review and can't be changed until that's decided."
      : 'You can only edit your own videos',
  )
}

/** Throws for a video kept as evidence, even for its owner. */
export function refuseEvidence({ hold }: VideoRow): void {
  if (isEvidence(hold)) throw keptAsEvidence()
}

export function keptAsEvidence(): AppError {
  return new AppError(
    'conflict',
    'This video is evidence in a case, so its files are kept until the case is closed.',
  )
}

/** Parses the ID in a video's API URL. Only digits, so that `1e3` or ` 7` aren't other names of a video. */
export function parseVideoId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw videoNotFound()
  return Number(text)
}
