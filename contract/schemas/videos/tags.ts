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
import { time, typedLine } from '../shared/parts'

/** Longer than any name, with room for characters that a name leaves out. */
const typed = typedLine.max(4 * tagLength.max, tagMessages.long)

/**
 * Names of a video's tags, as typed. Errors belong to the field, not to an item, so that a form can show
 * them.
 */
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

/** A tag with a page of its own; for a merged tag's slug, the tag that replaced it. */
export const tagPage = tag.extend({ videoCount: z.number().int() })
export type TagPage = z.infer<typeof tagPage>

export const suggestTagsQuery = z.strictObject({ q: typedLine.max(4 * tagLength.max) })

export const adminTag = tagPage.extend({
  blockedAt: time.nullable(),
  /** The tag that replaced it. */
  mergedInto: tag.nullable(),
})
export type AdminTag = z.infer<typeof adminTag>

export const adminTagsQuery = pageQuery.extend({
  filter: z.enum(tagFilters).default('all'),
  /** The start of a name. */
  q: typedLine.max(4 * tagLength.max).optional(),
})
export type AdminTagsQuery = z.infer<typeof adminTagsQuery>

/** The name or slug of the tag that replaces it. */
export const mergeTagInput = z.strictObject({ into: typedLine.min(1, 'Enter a tag.').max(4 * tagLength.max) })
export type MergeTag = z.infer<typeof mergeTagInput>
