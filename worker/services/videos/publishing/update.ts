import type { UpdateVideo, Video } from '#contract/schemas/videos/video'
import { can } from '#contract/values/accounts/permissions'
import { videoMessages } from '#contract/values/videos/messages'
import { plainOf } from '#contract/values/videos/plain-fields'
import type { Tag } from '#contract/values/videos/tags'
import { always, type Condition } from '#db/conditions'
import { whereOfRole } from '#db/queries/shared/account-standing'
import { approveCorrection, noteChange } from '#db/queries/videos/publishing/approved-texts'
import { changeVideo, placesLost, readStill, whereAsRead } from '#db/queries/videos/publishing/change-video'
import type { Files } from '#db/queries/videos/publishing/publish'
import { sendToReview } from '#db/queries/videos/publishing/review'
import { renditionsOfVideo } from '#db/queries/videos/renditions'
import { insertTags } from '#db/queries/videos/tags'
import type { VideoChange, VideoRow } from '#db/queries/videos/video'
import { AppError, invalidField } from '#worker/errors'
import { doesTrustCount } from '#worker/policy/review'
import { objectId } from '#worker/storage/keys'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { refuseBlockedTerms } from '../../shared/blocked-terms'
import { titleColumns } from '../../shared/fold-title'
import { enqueueHash, enqueueHashDerived, enqueueIndexing, enqueuePrune } from '../../shared/objects'
import { enforceLimit } from '../../shared/rate-limits'
import { isoTimeOrNull } from '../../shared/time'
import { enqueueImport, importRow } from '../../uploads/imports'
import { isObjectOf } from '../../uploads/transfer'
import { type UploaderReview, uploaderReview } from '../../uploads/uploaders'
import { getVideo } from '../browse/get'
import { findEditable, refuseEvidence } from '../model/find'
import { refuseUnearnedPremium, requireCategory, roundedLocation, textsOf } from '../model/rules'
import { visibilityChange, visibilityOf } from '../model/visibility'
import { resolveTags, slugsOf } from '../tags/resolve'
import { claimFiles } from './claim-files'

/**
 * Changes a video. The same batch revokes URLs on hiding, a change of class or a new file, and marks unused
 * files for deletion. Opening a private video revokes none, since no one else can have its URLs.
 */
export async function updateVideo(ctx: UserContext, id: number, input: UpdateVideo): Promise<Video> {
  const row = await findEditable(ctx, id)
  refuseBeyondStaff(ctx, row, input)
  refuseUnearnedPremium(ctx, input.isPremium, row.isPremium)
  if (input.categoryId !== undefined && input.categoryId !== row.categoryId)
    await requireCategory(ctx, input.categoryId)
  const tags = await changedTags(ctx, row, input)
  refuseBlockedTerms(ctx, textsOf(changedTexts(row, input, tags)))
  const addresses = newAddresses(input, row)

  if (input.madeFrom !== undefined) await requireDerivedFrom(ctx, input.madeFrom, row)
  const files = await claimFiles(ctx, input, { row, renditions: await renditionsOfVideo(ctx.db, id) })
  const { change, keepsUrls, decided } = await changeOf(ctx, row, input, files, tags)
  const byStaff = can(ctx.actor.role, 'video.manageAny')
  const rule = { trustCounts: doesTrustCount(ctx.config.payments), byStaff }
  const opens = opensUp(row, change) ? rule : undefined
  const read = { id, revision: row.revision, userId: row.userId, opens, keepsUrls, onlyIf: decided }
  const onlyIf = whereAsRead(read, files)
  const imports = [
    ...(addresses.source
      ? [importRow(ctx, { kind: 'video', url: addresses.source, videoId: id, onlyIf })]
      : []),
    ...(addresses.poster
      ? [importRow(ctx, { kind: 'image', url: addresses.poster, videoId: id, onlyIf })]
      : []),
  ]
  if (imports.length > 0) await enforceLimit(ctx, 'importOpen', String(ctx.actor.id))
  const changes = changeVideo(ctx.db, read, change, files, ctx.now)
  if (changes.length === 0 && imports.length === 0) return getVideo(ctx, id)

  const before = Object.fromEntries(staffFields.map((field) => [field, row[field]]))
  const details =
    row.unlistedKey === null && row.publishAt === null
      ? { before, after: { ...before, ...input } }
      : {
          before: { ...before, ...linkState(row) },
          after: { ...before, ...input, ...linkState(changed(row, change)) },
        }
  const act = { action: 'video.update', subject: 'video', subjectId: id, details }
  // Only changes by staff are logged, and only if something differs. An unchanged field can't overwrite the
  // owner's, since a change by the owner meanwhile raises the revision.
  const isNoted =
    row.userId !== ctx.actor.id && JSON.stringify(details.before) !== JSON.stringify(details.after)
  const [[answer]] = await ctx.db.batch([
    readStill(ctx.db, id, onlyIf),
    ...(isNoted ? [audit(ctx, act, onlyIf)] : []),
    ...imports.map((each) => each.statement),
    ...approveOwn(ctx, row, change, onlyIf),
    ...(tags ? [insertTags(ctx.db, tags, ctx.now, onlyIf)] : []),
    ...changes,
    ...(changesTexts(row, change) ? noteChange(ctx.db, id, ctx.now) : []),
  ])
  if (!answer?.still) {
    throw new AppError('conflict', 'This video was just changed. Reload and try again.')
  }
  ctx.defer(enqueueIndexing(ctx))
  if (files.source) ctx.defer(enqueueHash(ctx, id))
  else if (files.preview || files.trailer || files.renditions.length > 0)
    ctx.defer(enqueueHashDerived(ctx, id))
  if (placesLost(files).length > 0) ctx.defer(enqueuePrune(ctx))
  for (const each of imports) ctx.defer(enqueueImport(ctx, each.id))
  return getVideo(ctx, id)
}

/**
 * Returns a video's visibility and scheduled time for the audit log, since a change ends its link or
 * schedule.
 */
function linkState(row: Parameters<typeof visibilityOf>[0]) {
  return { visibility: visibilityOf(row), publishAt: isoTimeOrNull(row.publishAt) }
}

function changed(row: VideoRow, { isPublic, publicBefore, unlistedKey, publishAt }: VideoChange) {
  return {
    isPublic: isPublic ?? row.isPublic,
    publicBefore: publicBefore ?? row.publicBefore,
    unlistedKey: unlistedKey === undefined ? row.unlistedKey : unlistedKey,
    publishAt: publishAt === undefined ? row.publishAt : publishAt,
  }
}

/**
 * Tells whether the change opens the video to others who didn't see it before, now or at a scheduled time.
 */
function opensUp(row: VideoRow, change: VideoChange): boolean {
  const now = visibilityOf(changed(row, change))
  return (now !== 'private' && now !== visibilityOf(row)) || Boolean(change.publishAt)
}

/** Takes the texts of administrators as approved, as no one reviews their videos. */
function approveOwn({ db, actor }: UserContext, row: VideoRow, change: VideoChange, onlyIf: Condition) {
  if (!changesTexts(row, change) || !can(actor.role, 'video.manageAny')) return []
  const { title, description, tags } = change
  return [approveCorrection(db, row.id, { title, description, tags }, onlyIf)]
}

function changesTexts(row: VideoRow, { title, description, tags }: VideoChange): boolean {
  return (
    (title !== undefined && title !== row.title) ||
    (description !== undefined && description !== row.description) ||
    tags !== undefined
  )
}

/** Returns the tags of these names; undefined if the video has just these. */
async function changedTags(
  ctx: UserContext,
  row: VideoRow,
  { tags }: UpdateVideo,
): Promise<Tag[] | undefined> {
  const wanted = tags && (await resolveTags(ctx, tags))
  return wanted && JSON.stringify(slugsOf(wanted)) !== JSON.stringify(row.tags) ? wanted : undefined
}

/** Returns only the new texts: a term that was blocked later is no reason to refuse another change. */
function changedTexts(row: VideoRow, { title, description }: UpdateVideo, tags: Tag[] | undefined) {
  return {
    title: title === row.title ? undefined : title,
    description: description === row.description ? undefined : description,
    tags: tags?.flatMap(({ slug, name }) => (row.tags.includes(slug) ? [] : [name])),
  }
}

const staffFields = ['isPremium', 'isPublic'] as const

/**
 * Refuses changes that staff may not make: they may edit a video's presentation; only its owner may edit its
 * content, and no one while it is evidence.
 */
function refuseBeyondStaff({ actor }: UserContext, row: VideoRow, input: UpdateVideo): void {
  if (Object.keys(input).every((field) => staffFields.some((known) => known === field))) return
  if (row.userId !== actor.id) throw new AppError('forbidden', 'You can only edit your own videos')
  refuseEvidence(row)
}

/** Requires derived files to come from the current source: an earlier one may show scenes cut since. */
async function requireDerivedFrom(ctx: UserContext, upload: string, { sourceKey }: VideoRow): Promise<void> {
  if (sourceKey && (await isObjectOf(ctx, upload, [sourceKey]))) return
  throw invalidField('madeFrom', "The video's file has since been replaced.")
}

/** Returns the URLs that start an import; our own URLs sent back are no change. */
function newAddresses(input: UpdateVideo, row: VideoRow): { source: string | null; poster: string | null } {
  const changed = (address: string | undefined, key: string | null, field: string, message: string) => {
    if (address === undefined) return null
    if (!address.startsWith('/media/')) return address
    if (key && address.startsWith(`/media/${objectId(key)}.`)) return null
    throw invalidField(field, message)
  }
  return {
    source: changed(input.videoUrl, row.sourceKey, 'videoUrl', videoMessages.videoUrlInvalid),
    poster: changed(input.thumbnailUrl, row.posterKey, 'thumbnailUrl', videoMessages.thumbnailUrlInvalid),
  }
}

async function changeOf(
  ctx: UserContext,
  row: VideoRow,
  input: UpdateVideo,
  files: Files,
  tags: Tag[] | undefined,
): Promise<{ change: VideoChange; keepsUrls: boolean; decided: Condition }> {
  const { title, categoryId, isPremium, allowComments, posterStyle, locationData } = input
  const change: VideoChange = plainOf(input)
  if (title !== undefined) Object.assign(change, titleColumns(title))
  if (categoryId !== undefined) change.categoryId = categoryId
  if (allowComments !== undefined) change.allowComments = allowComments
  if (tags) change.tags = slugsOf(tags)
  if (locationData !== undefined) Object.assign(change, roundedLocation(locationData))

  const { columns, opensOtherwise } = visibilityChange(ctx, row, input)
  Object.assign(change, columns)
  const shownOtherwise =
    (isPremium !== undefined && isPremium !== row.isPremium) ||
    (posterStyle !== undefined && posterStyle !== row.posterStyle)
  if (files.source) {
    change.status = 'processing'
    change.reason = null
  }
  const { isReviewed, stillSo: decided } = await reviewOfFiles(ctx, row, files)
  if (isReviewed) Object.assign(change, sendToReview(row, ctx.now))
  const isHidden = row.review === 'approved' && change.review === 'pending'
  // An approval covers the reviewed text, not later additions.
  const joinsUnapproved = row.review !== 'approved' && (bringsDerived(files) || changesTexts(row, change))
  const endsUrls = Boolean(shownOtherwise || files.source || files.poster || isHidden || joinsUnapproved)
  if (opensOtherwise || endsUrls) change.revision = row.revision + 1
  // Only its owner has URLs of a private video.
  return { change, keepsUrls: !endsUrls && visibilityOf(row) === 'private', decided }
}

/**
 * Tells whether new files require a review, since every picture comes from the uploader. Derived files
 * usually follow after publishing: they send a video approved without them back to review, and leave others
 * where they are.
 */
async function reviewOfFiles(ctx: UserContext, row: VideoRow, files: Files): Promise<UploaderReview> {
  const given = files.source || files.poster || (bringsDerived(files) && row.review === 'approved')
  if (!given) return { isReviewed: false, stillSo: always }
  const { actor, now } = ctx
  if (can(actor.role, 'video.manageAny'))
    return { isReviewed: false, stillSo: whereOfRole(actor.id, actor.staff, now) }
  return uploaderReview(ctx, row.userId)
}

/** Tells whether any derived files are given. */
function bringsDerived({ renditions, blurred, preview, trailer, storyboard }: Files): boolean {
  return [blurred, preview, trailer, storyboard].some((file) => file !== null) || renditions.length > 0
}
