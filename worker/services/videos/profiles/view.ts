import type { Profile } from '#contract/schemas/videos/profiles'
import { avatarRevision, type ProfileRow } from '#db/queries/videos/profiles'
import { mediaUrl, type RenderContext } from '../model/addresses'

type Avatar = Pick<ProfileRow, 'avatarKey' | 'avatarType' | 'avatarBytes'>

/** Returns the URL of an account's picture, for everyone past the gate; null without one. */
export function avatarUrl(ctx: RenderContext, userId: number, avatar: Avatar): string | null {
  const { avatarKey: key, avatarType: type, avatarBytes: bytes } = avatar
  if (!key || !type || !bytes) return null
  return mediaUrl(ctx, { userId, revision: avatarRevision }, 'free', { key, bytes }, `avatar.${type}`)
}

export function profileView(ctx: RenderContext, row: ProfileRow): Profile {
  return {
    id: row.id,
    username: row.username,
    about: row.about ?? '',
    avatarUrl: avatarUrl(ctx, row.id, row),
    joined: new Date(row.createdAt).toISOString().slice(0, 7),
    videos: row.visible ?? 0,
    views: row.views ?? 0,
    followers: row.followers ?? 0,
  }
}
