import type { AdminVideo, CorrectVideo } from '#contract/schemas/moderation/content'
import type { Tag } from '#contract/values/videos/tags'
import { whereTextsAsRead } from '#db/queries/moderation/corrections'
import { giveObjects, objectsOfUploads } from '#db/queries/shared/objects'
import { categoryById } from '#db/queries/videos/categories'
import type { AdminVideoRow } from '#db/queries/videos/for-staff'
import { approveCorrection, noteDifference } from '#db/queries/videos/publishing/approved-texts'
import { changeVideo, readStill, whereAsRead } from '#db/queries/videos/publishing/change-video'
import type { Files } from '#db/queries/videos/publishing/publish'
import { insertTags, tagsOfSlugs } from '#db/queries/videos/tags'
import type { VideoChange } from '#db/queries/videos/video'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'
import { refuseBlockedTerms } from '../../shared/blocked-terms'
import { titleColumns } from '../../shared/fold-title'
import { kickMail } from '../../shared/mail'
import { enqueuePrune } from '../../shared/objects'
import { adminVideoView, anyVideo } from '../../videos/browse'
import { requireCategory, textsOf } from '../../videos/model'
import { claimFiles } from '../../videos/publishing'
import { resolveTags, slugsOf } from '../../videos/tags'
import { inCase } from '../case-viewer/in-case'
import { correctable, correctionMail, type Facts } from './correctable'

/**
 * Changes a video's title, description, tags, category and thumbnail. The uploader is told the changes and
 * the reason, and the new texts count as approved. The pictures are the caller's own uploads, which become
 * the uploader's like the rest of the video.
 */
export async function correctVideo(ctx: UserContext, id: number, input: CorrectVideo): Promise<AdminVideo> {
  const { db, now, actor } = ctx
  const row = await correctable(ctx, id)
  const { categoryId = row.categoryId, title = row.title, description = row.description, note } = input
  if (categoryId !== row.categoryId) await requireCategory(ctx, categoryId)
  const texts = { title: differing(title, row.title), description: differing(description, row.description) }
  const given = input.tags && (await resolveTags(ctx, input.tags))
  const tags = given && String(slugsOf(given)) !== String(row.tags) ? given : undefined
  refuseBlockedTerms(ctx, textsOf({ ...texts, tags: tags?.map(({ name }) => name) }))
  const files = await claimFiles(ctx, input, { row, renditions: [] })
  const change: VideoChange = {
    ...(title !== row.title && titleColumns(title)),
    ...(description !== row.description && { description }),
    ...(tags && { tags: slugsOf(tags) }),
    ...(categoryId !== row.categoryId && { categoryId }),
    ...((files.poster || files.blurred) && { revision: row.revision + 1 }),
  }
  const read = { id, revision: row.revision, userId: actor.id, onlyIf: whereTextsAsRead(row) }
  const changes = changeVideo(db, read, change, files, now)
  if (changes.length === 0) return adminVideoView(inCase(ctx), row)

  const { before, after } = await factsOf(ctx, row, { title, description, tags, categoryId, files })
  const onlyIf = whereAsRead(read, files)
  const act = {
    action: 'video.correct',
    subject: 'video',
    subjectId: id,
    reason: note,
    details: { before, after },
  }
  const mails = await correctionMail(ctx, row, [...sentencesOf(before, after), `Why: ${note}`], onlyIf)
  const pictures = [files.poster, files.blurred].filter((upload) => upload !== null)
  const objects = pictures.length > 0 ? await objectsOfUploads(db, pictures) : []
  const [[answer]] = await db.batch([
    readStill(db, id, onlyIf),
    audit(ctx, act, onlyIf),
    ...giveObjects(db, objects, row.userId, onlyIf),
    ...mails,
    approveCorrection(
      db,
      id,
      { title: change.title, description: change.description, tags: change.tags, pictures },
      onlyIf,
    ),
    ...(tags ? [insertTags(db, tags, now, onlyIf)] : []),
    ...changes,
    noteDifference(db, id, now),
  ])
  if (!answer?.still) throw new AppError('conflict', 'This video was just changed. Reload and try again.')
  ctx.defer(kickMail(ctx))
  if (files.poster) ctx.defer(enqueuePrune(ctx))
  return adminVideoView(inCase(ctx), await anyVideo(ctx, id))
}

function differing(text: string, before: string): string | undefined {
  return text === before ? undefined : text
}

interface Corrected {
  title: string
  description: string
  /** Undefined if unchanged. */
  tags: readonly Tag[] | undefined
  categoryId: number
  files: Files
}

async function factsOf(
  { db }: UserContext,
  row: AdminVideoRow,
  { title, description, tags, categoryId, files }: Corrected,
): Promise<{ before: Facts; after: Facts }> {
  const [[was], [is], shown] = await db.batch([
    categoryById(db, row.categoryId),
    categoryById(db, categoryId),
    tagsOfSlugs(db, row.tags),
  ])
  const changed: [keyof Facts, string | null, string | null][] = [
    ['title', row.title, title],
    ['description', row.description, description],
    ...(tags ? [['tags', namesOf(shown), namesOf(tags)] as [keyof Facts, string, string]] : []),
    ['category', was?.name ?? null, is?.name ?? null],
    ...(files.poster
      ? [['thumbnail', row.posterKey, files.poster] as [keyof Facts, string | null, string]]
      : []),
  ]
  const differing = changed.filter(([, before, after]) => before !== after)
  return {
    before: Object.fromEntries(differing.map(([field, before]) => [field, before])),
    after: Object.fromEntries(differing.map(([field, , after]) => [field, after])),
  }
}

function namesOf(tags: readonly { name: string }[]): string {
  return tags.map(({ name }) => name).join(', ')
}

/** Returns sentences for the email about each field that changed. */
function sentencesOf(before: Facts, after: Facts): string[] {
  return [
    ...(after.title ? [`Its title is now “${after.title}”.`] : []),
    ...(after.description === undefined
      ? []
      : [
          after.description
            ? `Its description is now:\n${after.description}`
            : 'Its description was removed.',
        ]),
    ...(after.tags === undefined
      ? []
      : [after.tags ? `Its tags are now: ${after.tags}.` : 'Its tags were removed.']),
    ...(after.category ? [`It moved from ${before.category ?? 'its category'} to ${after.category}.`] : []),
    ...(after.thumbnail ? ['It has another thumbnail.'] : []),
  ]
}
