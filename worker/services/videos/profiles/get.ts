import type { Profile, ProfileVideosQuery } from '#contract/schemas/videos/profiles'
import type { Video } from '#contract/schemas/videos/video'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { type ProfileRow, profileNamed, uploaderOfVideo } from '#db/queries/videos/profiles'
import { type AppError, notFound } from '#worker/errors'
import type { ReadContext } from '../../context'
import type { Page } from '../../shared/pagination'
import { publicList } from '../browse/list'
import { profileView } from './view'

/** Returns an uploader's page. Throws `not_found` alike for an unknown name and for a page that isn't shown. */
export async function getProfile(ctx: ReadContext, username: string): Promise<Profile> {
  const [row] = await profileNamed(ctx.db, canonicalUsername(username), ctx.now)
  return profileView(ctx, requirePage(ctx, row))
}

/** Lists an uploader's public videos. */
export async function listProfileVideos(
  ctx: ReadContext,
  username: string,
  query: ProfileVideosQuery,
): Promise<Page<Video>> {
  return (await readPage(ctx, username, query)).videos
}

/** Returns an uploader's page with its first videos, in one trip. */
export async function readPage(ctx: ReadContext, username: string, query: ProfileVideosQuery) {
  const ownerNamed = canonicalUsername(username)
  const { statement, read } = publicList(ctx, { ...query, ownerNamed })
  const [[row], rows] = await ctx.db.batch([profileNamed(ctx.db, ownerNamed, ctx.now), statement])
  return { profile: profileView(ctx, requirePage(ctx, row)), videos: read(rows) }
}

/** Prepares a public video's uploader for its page's batch: null for any other video. */
export function uploaderPart(ctx: ReadContext, videoId: number) {
  return {
    statement: uploaderOfVideo(ctx.db, videoId),
    read: ([row]: ProfileRow[]): Profile | null => (row ? profileView(ctx, row) : null),
  }
}

/** Accounts see their own page before it is anyone else's. */
function requirePage<Row extends { id: number; hasPage: number }>(
  { actor }: ReadContext,
  row: Row | undefined,
): Row {
  if (row?.hasPage || (row && actor.kind === 'user' && actor.id === row.id)) return row
  throw profileNotFound()
}

export function profileNotFound(): AppError {
  return notFound('This page')
}
