import type { AdminVideo } from '#contract/schemas/moderation/content'
import { type AdminVideoRow, adminVideoById } from '#db/queries/videos/for-staff'
import { videoNotFound } from '#worker/errors'
import type { ServiceContext } from '../../context'
import { isoTimeOrNull } from '../../shared/time'
import { videoCard } from '../model/view'

/** Returns a video in any state. */
export async function anyVideo(ctx: ServiceContext, id: number): Promise<AdminVideoRow> {
  const [row] = await adminVideoById(ctx.db, id)
  if (!row) throw videoNotFound()
  return row
}

/** Returns a video as administrators' lists show it. */
export function adminVideoView(ctx: ServiceContext, row: AdminVideoRow): AdminVideo {
  return {
    ...videoCard(ctx, row),
    revision: row.revision,
    openReports: row.openReports,
    bytes: row.sourceBytes,
    waitingSince: isoTimeOrNull(row.waitingSince),
  }
}
