import * as z from 'zod'
import {
  distinctTags,
  maxTags,
  tagFault,
  tagFilters,
  tagLength,
  tagMessages,
  tagName,
} from '../../values/videos/tags'
import { pageQuery } from '../shared/lists'
import { line, time } from '../shared/parts'

/** Longer than any name, with room for what a name leaves out. */
const typed = line.max(4 * tagLength.max, tagMessages.long)

/** Names of a video's tags, as typed. Faults are the field's, not an item's, so that a form can show them. */
export const tagNames = z
  .array(typed)
  .max(maxTags, tagMessages.many)
  .overwrite((names) => distinctTags(names.map(tagName)))
  .check(({ value, issues }) => {
    const message = value.map(tagFault).find((fault) => fault !== null)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  })

/** A tag of a video, as pages name it and link to it. */
export const tag = z.object({ slug: z.string(), name: z.string() })

/** A tag with a page of its own; asked for by a merged one's slug, it is the one in its place. */
export const tagPage = tag.extend({ videoCount: z.number().int() })
export type TagPage = z.infer<typeof tagPage>

export const suggestTagsQuery = z.strictObject({ q: line.max(4 * tagLength.max) })

export const adminTag = tagPage.extend({
  blockedAt: time.nullable(),
  /** The tag in its place. */
  mergedInto: tag.nullable(),
})
export type AdminTag = z.infer<typeof adminTag>

export const adminTagsQuery = pageQuery.extend({
  filter: z.enum(tagFilters).default('all'),
  /** The start of a name. */
  q: line.max(4 * tagLength.max).optional(),
})
export type AdminTagsQuery = z.infer<typeof adminTagsQuery>

/** The name or slug of the tag that takes its place. */
export const mergeTagInput = z.strictObject({ into: line.min(1, 'Enter a tag.').max(4 * tagLength.max) })
export type MergeTag = z.infer<typeof mergeTagInput>
