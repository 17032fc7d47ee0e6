import type { AdminTag, MergeTag } from '#contract/schemas/videos/tags'
import { tagSlug } from '#contract/values/videos/tags'
import { batchNamed } from '#db/batch-named'
import { allOf } from '#db/conditions'
import {
  adminTag,
  blockTag as blockStatement,
  mergeTag as mergeStatement,
  unblockTag as unblockStatement,
  unmergeTag as unmergeStatement,
  whereTagUsable,
} from '#db/queries/videos/tag-admin'
import { AppError, invalidField, notFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { audit, audited } from '../../shared/audit'
import { adminTagView } from './list'
import { enqueueRetag } from './retag'

/** Blocks a tag: its page goes at once, no one can use it, and a job takes it off public videos. Safe to repeat. */
export async function blockTag(ctx: UserContext, slug: string): Promise<AdminTag> {
  const [blocked] = await ctx.db.batch(
    audited(
      ctx,
      blockStatement(ctx.db, slug, ctx.now),
      actOn('block', slug, { before: { blocked: false }, after: { blocked: true } }),
    ),
  )
  const tag = await findTag(ctx, slug)
  if (tag.mergedInto)
    throw new AppError('conflict', `It is a part of “${tag.mergedInto.name}”. Block that tag.`)
  if (blocked.length > 0) ctx.defer(enqueueRetag(ctx, slug))
  return tag
}

/** Lets a tag be used again. Videos that it was taken off don't get it back. */
export async function unblockTag(ctx: UserContext, slug: string): Promise<AdminTag> {
  await ctx.db.batch(
    audited(
      ctx,
      unblockStatement(ctx.db, slug),
      actOn('unblock', slug, { before: { blocked: true }, after: { blocked: false } }),
    ),
  )
  return findTag(ctx, slug)
}

/** Puts another tag in place of one: its page leads there, and a job renames it on public videos. Safe to repeat. */
export async function mergeTag(ctx: UserContext, slug: string, { into }: MergeTag): Promise<AdminTag> {
  const { db } = ctx
  const target = tagSlug(into)
  const before = await findTag(ctx, slug)
  if (target === slug) throw invalidField('into', 'Choose another tag.')
  if (before.mergedInto?.slug === target) return before
  const onlyIf = allOf(whereTagUsable(slug), whereTagUsable(target))
  await batchNamed(db, [
    audit(ctx, actOn('merge', slug, { before: null, after: { into: target } }), onlyIf),
    mergeStatement(db, slug, target, onlyIf),
  ])
  const tag = await findTag(ctx, slug)
  if (tag.mergedInto?.slug === target) {
    ctx.defer(enqueueRetag(ctx, slug))
    return tag
  }
  if (tag.blockedAt) throw new AppError('conflict', 'This tag is blocked. Unblock it first.')
  if (tag.mergedInto) throw new AppError('conflict', `It is a part of “${tag.mergedInto.name}” already.`)
  throw invalidField('into', "Choose a tag that exists and isn't blocked or merged.")
}

/** Gives a merged tag its own page again. Videos that were renamed keep the other tag. */
export async function unmergeTag(ctx: UserContext, slug: string): Promise<AdminTag> {
  const before = await findTag(ctx, slug)
  await ctx.db.batch(
    audited(
      ctx,
      unmergeStatement(ctx.db, slug),
      actOn('unmerge', slug, { before: { into: before.mergedInto?.slug ?? null }, after: null }),
    ),
  )
  return findTag(ctx, slug)
}

function actOn(verb: string, slug: string, details: { before: unknown; after: unknown }) {
  return { action: `tag.${verb}`, subject: 'tag', subjectId: slug, details }
}

async function findTag(ctx: UserContext, slug: string): Promise<AdminTag> {
  const [row] = await adminTag(ctx.db, slug)
  if (!row) throw notFound('This tag')
  return adminTagView(row)
}
