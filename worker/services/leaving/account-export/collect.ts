import { isEvidence } from '#contract/values/moderation/safety'
import { methodNames, paymentMethodName } from '#contract/values/payments/method-names'
import { dayOf } from '#contract/values/shared/time'
import { batchNamed } from '#db/batch-named'
import type { Db } from '#db/client'
import {
  accountForExport,
  commentLists,
  type ExportedVideo,
  type ExportPage,
  followsForExport,
  listsForExport,
  ownLists,
  recordsForExport,
  videoLists,
  videosForExport,
} from '#db/queries/leaving/export'
import { mutedKinds } from '#db/queries/shared/mail'
import { avatarRevision } from '#db/queries/videos/profiles'
import { objectId } from '#worker/storage/keys'
import type { MediaToken } from '#worker/storage/media-token'
import type { UserContext } from '../../context'
import { timesInWords } from '../../moderation/case-file'
import { downloadName } from '../../videos/downloads'
import { type JsonPart, jsonListPart, jsonPart } from './json-part'

const rowsAtOnce = 500

/** A video's file or the account's picture, under its name in the archive. */
export interface FilePart {
  name: string
  size: number
  crc32: number
  createdAt: number
  token: MediaToken
}

/** Collects everything about an account: table data, and the files of its videos. */
export async function collect(ctx: UserContext): Promise<{ parts: JsonPart[]; files: FilePart[] }> {
  const { actor, db } = ctx
  const files: FilePart[] = []
  /** Makes a named JSON list from pages of the account's rows. */
  function list<Row>(
    name: string,
    read: (db: Db, page: ExportPage) => PromiseLike<Row[]>,
    keyOf: (row: Row) => number,
    view: (row: Row) => unknown = (row) => row,
  ): Promise<JsonPart> {
    const page = { userId: actor.id, atMost: rowsAtOnce }
    const rows = pages((after) => read(db, { ...page, after }), keyOf)
    return jsonListPart(`${name}.json`, inWords(rows, view))
  }
  const byId = ({ id }: { id: number }) => id
  const byVideo = ({ videoId }: { videoId: number }) => videoId
  const parts = [
    jsonPart('account.json', await account(ctx, files)),
    await list('videos', videosForExport, byId, (row) => viewed(row, files, ctx)),
    await list('history', videoLists.history, byVideo),
    await list('saved', videoLists.saved, byVideo),
    await list('likes', videoLists.likes, byVideo),
    await list('lists', listsForExport, byId, ({ videos, ...said }) => ({
      ...said,
      videos: JSON.parse(videos) as unknown,
    })),
    await list('follows', followsForExport, ({ userId }) => userId),
    await list('notifications', ownLists.notices, byId),
    await list('comments', commentLists.written, byId),
    await list('comment-likes', commentLists.likes, ({ commentId }) => commentId),
    await list('comment-blocks', commentLists.blocks, ({ userId }) => userId),
    await list('comment-reports', commentLists.reports, byId),
    await list('reports', ownLists.reports, byId),
    await list('removals', ownLists.removals, byId),
    await list('mails', ownLists.mails, byId),
  ]
  const { sessions, uploads, imports, ...paid } = await batchNamed(db, [recordsForExport(db, actor.id)])
  parts.push(
    jsonPart('sessions.json', timesInWords(sessions)),
    jsonPart('uploads.json', timesInWords({ uploads, imports })),
    jsonPart('payments.json', timesInWords({ ...paid, ...methodsNamed(paid) })),
  )
  return { parts, files }
}

type Records = {
  [Name in keyof ReturnType<typeof recordsForExport>]: Awaited<ReturnType<typeof recordsForExport>[Name]>
}

/** Names the methods as the site does everywhere else. */
function methodsNamed({ payments, claims }: Pick<Records, 'payments' | 'claims'>) {
  return {
    payments: payments.map((row) => ({ ...row, method: paymentMethodName(row) })),
    claims: claims.map((row) => ({ ...row, method: methodNames[row.method] })),
  }
}

async function account(ctx: UserContext, files: FilePart[]): Promise<unknown> {
  const { own, premium, agreedTo, totp, codes, passkeys, newsletter, warnings, newEmail, profile } =
    await batchNamed(ctx.db, [accountForExport(ctx.db, ctx.actor.id)])
  const picture = profile[0] && avatarOf(profile[0], ctx)
  if (picture) files.push(picture)
  const security = {
    authenticatorApp: totp[0] ?? null,
    recoveryCodesLeft: codes[0]?.left ?? 0,
    passkeys,
  }
  return timesInWords({
    ...own[0],
    mutedMails: mutedKinds(own[0]?.mutedMails ?? []),
    premium: premium[0] ?? null,
    agreedTo,
    security,
    warnings,
    newsletter: newsletter[0] ?? null,
    newEmail: newEmail[0] ?? null,
    profile: { about: profile[0]?.about ?? '', picture: picture?.name ?? null },
  })
}

type Said = Awaited<ReturnType<typeof accountForExport>['profile']>[number]

function avatarOf(said: Said, { actor, now }: UserContext): FilePart | null {
  const { avatarKey, avatarType, avatarBytes, crc32, updatedAt } = said
  if (!avatarKey || !avatarType || !avatarBytes || crc32 === null) return null
  return {
    name: `picture.${avatarType}`,
    size: avatarBytes,
    crc32,
    createdAt: updatedAt,
    token: {
      object: objectId(avatarKey),
      size: avatarBytes,
      revision: avatarRevision,
      class: 'owner',
      owner: actor.id,
      day: dayOf(now),
    },
  }
}

/** Yields a list page by page. */
async function* pages<Row>(
  read: (after: number) => PromiseLike<Row[]>,
  keyOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  let after = 0
  for (;;) {
    const rows = await read(after)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = keyOf(last)
  }
}

async function* inWords<Row>(
  list: AsyncIterable<Row[]>,
  view: (row: Row) => unknown,
): AsyncGenerator<unknown[]> {
  for await (const rows of list) yield rows.map((row) => timesInWords(view(row)))
}

/** Returns a video's data, and adds its file to `files`. */
function viewed(row: ExportedVideo, files: FilePart[], ctx: UserContext): unknown {
  const file = fileOf(row, ctx)
  if (file) files.push(file)
  const { sourceKey, sourceType, sourceBytes, crc32, revision, captions, ...said } = row
  return { ...said, captions: JSON.parse(captions) as unknown, file: file?.name ?? null }
}

/**
 * Returns the published file. Null before it is hashed, without a file, and in quarantine or after a removal,
 * when the owner may not see it.
 */
function fileOf(video: ExportedVideo, { actor, now }: UserContext): FilePart | null {
  const { id, title, sourceKey, sourceType, sourceBytes, crc32 } = video
  if (!sourceKey || !sourceType || !sourceBytes || crc32 === null || isEvidence(video.hold)) return null
  return {
    name: `videos/${id}-${downloadName(title, sourceType)}`,
    size: sourceBytes,
    crc32,
    createdAt: video.createdAt,
    token: {
      object: objectId(sourceKey),
      size: sourceBytes,
      revision: video.revision,
      class: 'owner',
      owner: actor.id,
      day: dayOf(now),
    },
  }
}
