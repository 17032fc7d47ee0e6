import type { FollowState } from '#contract/schemas/videos/profiles'
import { followMessages, followsMax } from '#contract/values/videos/profiles'
import { batchNamed } from '#db/batch-named'
import { deleteFollow, followersOf, followOf, insertFollow } from '#db/queries/videos/library/follows'
import { hasPage } from '#db/queries/videos/profiles'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'
import { profileNotFound } from '../profiles/get'

/** Videos of an uploader that a new follower finds in the feed. */
const newestInFeed = 24

/** Returns whether the account follows an uploader, and how many do. */
export async function getFollow(ctx: UserContext, userId: number): Promise<FollowState> {
  return stateOf(await batchNamed(ctx.db, [state(ctx, userId)]))
}

/** Follows an uploader who has a page. Safe to repeat. */
export async function follow(ctx: UserContext, userId: number): Promise<FollowState> {
  const { actor, db, now } = ctx
  await enforceLimit(ctx, 'follow', String(actor.id))
  if (userId === actor.id) throw new AppError('conflict', followMessages.yourself)
  const found = await batchNamed(db, [
    ...insertFollow(db, { followerId: actor.id, userId, now }, followsMax, newestInFeed),
    { ...state(ctx, userId), page: hasPage(db, userId, now) },
  ])
  if (found.own.length > 0) return stateOf(found)
  throw found.page.length > 0 ? new AppError('conflict', followMessages.full) : profileNotFound()
}

/** Unfollows an account, even one that isn't followed or no longer has a page. */
export async function unfollow(ctx: UserContext, userId: number): Promise<FollowState> {
  await enforceLimit(ctx, 'follow', String(ctx.actor.id))
  const { db, actor } = ctx
  return stateOf(await batchNamed(db, [...deleteFollow(db, actor.id, userId), state(ctx, userId)]))
}

function state({ db, actor }: UserContext, userId: number) {
  return { own: followOf(db, actor.id, userId), counted: followersOf(db, userId) }
}

function stateOf({ own, counted }: { own: unknown[]; counted: { followers: number }[] }): FollowState {
  return { following: own.length > 0, followers: counted[0]?.followers ?? 0 }
}
