import { crc32 } from 'node:zlib'
import type { OwnProfile, UpdateProfile } from '#contract/schemas/videos/profiles'
import { avatarSize, profileMessages } from '#contract/values/videos/profiles'
import { batchNamed } from '#db/batch-named'
import { always, never } from '#db/conditions'
import { setChecksum } from '#db/queries/shared/objects'
import { type UploadRow, whereUploadFree } from '#db/queries/uploads/upload'
import {
  clearAvatar,
  dropAvatar,
  markAvatarUsed,
  ownProfile,
  setAbout,
  setAvatar,
} from '#db/queries/videos/profiles'
import { invalidField } from '#worker/errors'
import type { UserContext } from '../../context'
import { refuseBlockedTerms } from '../../shared/blocked-terms'
import { enqueuePrune } from '../../shared/objects'
import { enforceLimit } from '../../shared/rate-limits'
import { claimUpload, isObjectOf } from '../../uploads/transfer'
import { avatarUrl } from './view'

export async function getOwnProfile(ctx: UserContext): Promise<OwnProfile> {
  const [row] = await ownProfile(ctx.db, ctx.actor.id)
  return viewOf(ctx, row)
}

type OwnRow = Awaited<ReturnType<typeof ownProfile>>[number]

function viewOf(ctx: UserContext, row: OwnRow | undefined): OwnProfile {
  return { about: row?.about ?? '', avatarUrl: row ? avatarUrl(ctx, ctx.actor.id, row) : null }
}

/** Changes the account's profile text and its picture. Sending the same again changes nothing. */
export async function updateProfile(
  ctx: UserContext,
  { about, avatarFile }: UpdateProfile,
): Promise<OwnProfile> {
  const { actor, db, now } = ctx
  await enforceLimit(ctx, 'profile', String(actor.id))
  if (about) refuseBlockedTerms(ctx, [{ field: 'about', place: 'profile', text: about }])
  const avatar = avatarFile ? await newAvatar(ctx, avatarFile) : null
  const checksum = avatar && crc32(await ctx.media.reader(avatar.objectKey)(0, avatar.size))
  const free = avatar ? whereUploadFree(avatar.id, actor.id, 'avatar') : never
  const { changed } = await batchNamed(db, [
    ...(about === undefined ? [] : [setAbout(db, actor.id, about, now)]),
    ...(avatar && checksum !== null
      ? [
          setChecksum(db, avatar.objectKey, checksum),
          ...dropAvatar(db, actor.id, now, free),
          setAvatar(db, actor.id, avatar.id, now, free),
          markAvatarUsed(db, actor.id, avatar.id),
        ]
      : []),
    ...(avatarFile === null
      ? [...dropAvatar(db, actor.id, now, always), clearAvatar(db, actor.id, now, always)]
      : []),
    { changed: ownProfile(db, actor.id) },
  ])
  if (avatarFile !== undefined) ctx.defer(enqueuePrune(ctx))
  return viewOf(ctx, changed[0])
}

/** Returns the upload of a new picture; null when it is the account's picture already. */
async function newAvatar(ctx: UserContext, id: string): Promise<UploadRow | null> {
  const [row] = await ownProfile(ctx.db, ctx.actor.id)
  if (row?.avatarKey && (await isObjectOf(ctx, id, [row.avatarKey]))) return null
  const upload = await claimUpload(ctx, id, 'avatar')
  const { width, height } = upload
  const fits = width !== null && width >= avatarSize.min && width <= avatarSize.max
  if (!fits || width !== height) throw invalidField('avatarFile', profileMessages.notSquare)
  return upload
}
