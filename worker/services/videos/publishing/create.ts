import type { CreateVideo, ImportVideo, Video } from '#contract/schemas/videos/video'
import { videoMessages } from '#contract/values/videos/messages'
import { plainOf } from '#contract/values/videos/plain-fields'
import { batchNamed } from '#db/batch-named'
import { allOf, type Condition } from '#db/conditions'
import { whereOwnOrBelow } from '#db/queries/shared/account-standing'
import { type Files, publishVideo, videoOfImport, videoOfUpload } from '#db/queries/videos/publishing/publish'
import { approvedAtOnce, waitingSince } from '#db/queries/videos/publishing/review'
import { AppError, invalidField } from '#worker/errors'
import { requireOwner } from '../../accounts/entry'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { refuseBlockedTerms } from '../../shared/blocked-terms'
import { titleColumns } from '../../shared/fold-title'
import { kickMail } from '../../shared/mail'
import { enqueueHash } from '../../shared/objects'
import { enforceLimit } from '../../shared/rate-limits'
import { isoTime } from '../../shared/time'
import { enqueueImport, importRow, requireAddress } from '../../uploads/imports'
import { countPublication, uncountPublication, uploaderReview } from '../../uploads/uploaders'
import { getVideo } from '../browse/get'
import { refuseUnearnedPremium, requireCategory, roundedLocation, textsOf } from '../model/rules'
import { visibilityAtFirst } from '../model/visibility'
import { resolveTags } from '../tags/resolve'
import { claimFiles } from './claim-files'
import { importMail } from './import-mail'

/**
 * Publishes an uploaded video, or starts an import. The video, its ladder, its claim on the uploads and its
 * imports are one batch. Submitting an upload again returns the first video.
 */
export async function createVideo(ctx: UserContext, input: CreateVideo): Promise<Created> {
  if (!input.videoFile && !input.videoUrl) {
    throw invalidField('videoFile', 'Please upload a video file or provide a URL')
  }
  if (!input.thumbnailFile && !input.thumbnailUrl) {
    throw invalidField('thumbnailFile', 'Please upload a thumbnail image or provide a URL')
  }
  refuseUnearnedPremium(ctx, input.isPremium, false)
  return publish(ctx, input, { userId: ctx.actor.id, createdAt: ctx.now, isCounted: true, record: () => [] })
}

/**
 * Publishes a video that an administrator uploaded for another account, under the date it had elsewhere,
 * which is where public lists show it. Its owner gets an email, one a day.
 */
export async function importVideo(
  ctx: UserContext,
  { owner, createdAt: text, ...input }: ImportVideo,
): Promise<Created> {
  const account = await requireOwner(ctx, owner)
  const userId = account.id
  const createdAt = text === undefined ? ctx.now : Date.parse(text)
  if (createdAt > ctx.now) throw invalidField('createdAt', videoMessages.importedAtAhead)
  const details = { before: null, after: { owner: userId, createdAt: isoTime(createdAt) } }
  const found = await publish(ctx, input, {
    userId,
    createdAt,
    isCounted: false,
    onlyIf: whereOwnOrBelow(ctx.actor, userId, ctx.now),
    record: (id, onlyIf) => [
      audit(ctx, { action: 'video.import', subject: 'video', subjectId: id, details }, onlyIf),
      ...(userId === ctx.actor.id ? [] : [importMail(ctx, account, onlyIf)]),
    ],
  })
  ctx.defer(kickMail(ctx))
  return found
}

export interface Created {
  video: Video
  created: boolean
}

interface Publication {
  /** The video's owner. */
  userId: number
  createdAt: number
  /** Whether it counts towards the day's limit. */
  isCounted: boolean
  record: NonNullable<Parameters<typeof publishVideo>[3]>
  onlyIf?: Condition
}

async function publish(
  ctx: UserContext,
  input: CreateVideo,
  { userId, createdAt, isCounted, record, onlyIf }: Publication,
): Promise<Created> {
  const earlier = await publishedBefore(ctx, userId, input)
  if (earlier) return { video: earlier, created: false }

  refuseBlockedTerms(ctx, textsOf(input))
  await requireCategory(ctx, input.categoryId)
  const tags = await resolveTags(ctx, input.tags)
  let files: Files
  try {
    files = await claimFiles(ctx, input, null)
  } catch (error) {
    // Another submit may have taken the same files since the check above.
    const winner = await publishedBefore(ctx, userId, input)
    if (winner) return { video: winner, created: false }
    throw error
  }
  const { isReviewed, stillSo } = await uploaderReview(ctx, userId)
  const publish = publishVideo(
    ctx.db,
    {
      userId,
      ...plainOf(input),
      ...titleColumns(input.title),
      tags,
      categoryId: input.categoryId,
      ...visibilityAtFirst(ctx, input),
      allowComments: input.allowComments ?? true,
      ...(isReviewed ? waitingSince(ctx.now) : approvedAtOnce),
      ...roundedLocation(input.locationData),
      createdAt,
    },
    files,
    record,
    allOf(stillSo, onlyIf),
  )
  const imports = [
    ...(files.source ? [] : [importRow(ctx, { kind: 'video', url: input.videoUrl ?? '', newVideo: true })]),
    ...(files.poster
      ? []
      : [importRow(ctx, { kind: 'image', url: input.thumbnailUrl ?? '', newVideo: true })]),
  ]
  if (imports.length > 0) await enforceLimit(ctx, 'importOpen', String(ctx.actor.id))
  if (isCounted) await countPublication(ctx)
  let row: { id: number } | undefined
  try {
    const { published } = await batchNamed(ctx.db, [...publish, ...imports.map((each) => each.statement)])
    row = published[0]
  } catch (error) {
    // If the database is away, this fails as well: the day's count is then one too high.
    if (isCounted) await uncountPublication(ctx).catch(() => {})
    throw error
  }
  if (!row) {
    if (isCounted) await uncountPublication(ctx)
    // Another submit of the same upload was faster.
    const winner = await publishedBefore(ctx, userId, input)
    if (winner) return { video: winner, created: false }
    if ((await uploaderReview(ctx, userId)).isReviewed !== isReviewed)
      throw new AppError('conflict', 'Upload rules just changed. Please publish again.')
    throw new AppError('conflict', 'This upload has already been used. Please choose the file again.')
  }
  // Deferred: the video exists, and an outage of the queue must not make its owner send it twice.
  if (files.source) ctx.defer(enqueueHash(ctx, row.id))
  for (const each of imports) ctx.defer(enqueueImport(ctx, each.id))
  return { video: await getVideo(ctx, row.id), created: true }
}

async function publishedBefore(
  ctx: UserContext,
  userId: number,
  { videoFile, videoUrl, thumbnailFile }: CreateVideo,
): Promise<Video | null> {
  let found: { videoId: number | null }[] = []
  if (videoFile) found = await videoOfUpload(ctx.db, userId, videoFile)
  else if (videoUrl && thumbnailFile) {
    const url = requireAddress(ctx, videoUrl, 'videoUrl')
    found = await videoOfImport(ctx.db, userId, { poster: thumbnailFile, url })
  }
  const [row] = found
  return row?.videoId ? getVideo(ctx, row.videoId) : null
}
