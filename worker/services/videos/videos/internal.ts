import { isEvidence } from '../../../../contract/values/moderation/safety'
import { type VideoRow, videoById } from '../../../../db/queries/videos/videos'
import { AppError, videoNotFound } from '../../../errors'
import { mayEdit, maySee } from '../../../policy/video-access'
import type { ServiceContext, UserContext } from '../../context'

/** Returns the video, or throws the one refusal for any that the caller may not know of. */
export async function findVisible(ctx: ServiceContext, id: number): Promise<VideoRow> {
  const [row] = await videoById(ctx.db, id)
  if (!row || !maySee(row, ctx.actor)) throw videoNotFound()
  return row
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
