import type { UploadCounts, UploaderRecord } from '#contract/schemas/moderation/content'
import { type CountedUploads, uploaderById, uploadRecord } from '#db/queries/moderation/content-admin'
import { notFound } from '#worker/errors'
import { banView } from '../../accounts/entry'
import type { ServiceContext } from '../../context'
import { isoTime } from '../../shared/time'
import { anyVideo } from '../../videos/browse'

/** Returns the uploader of a video and their track record. */
export async function uploaderOf(ctx: ServiceContext, videoId: number): Promise<UploaderRecord> {
  const { userId } = await anyVideo(ctx, videoId)
  const [[user], [counted]] = await ctx.db.batch([uploaderById(ctx.db, userId), uploadRecord(ctx.db, userId)])
  if (!user || !counted) throw notFound('This account')
  return {
    user: { id: user.id, username: user.username },
    createdAt: isoTime(user.createdAt),
    emailVerified: user.emailVerifiedAt !== null,
    ...countsView(counted),
    ban: banView(user, ctx.now),
  }
}

/** Counts an account's uploads by outcome. */
export async function uploadCounts({ db }: ServiceContext, userId: number): Promise<UploadCounts> {
  const [counted] = await uploadRecord(db, userId)
  if (!counted) throw notFound('This account')
  return countsView(counted)
}

function countsView({ videos, pending, rejected, removed, openReports }: CountedUploads): UploadCounts {
  return { videos, approved: videos - pending - rejected, rejected, removed, openReports }
}
