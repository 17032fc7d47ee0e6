import * as z from 'zod'
import {
  searchQualities,
  searchSorts,
  type UploadedWithin,
  uploadedWithin,
  type VideoLength,
  videoLengths,
} from '../../values/videos/search'
import { pageQuery, queryBoolean } from '../shared/lists'
import { typedLine } from '../shared/parts'

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as [Key, ...Key[]]

/** Far more characters than are searched for: longer text is cut, not refused. */
const maxTyped = 1000

/** Words and filters; without words, just the filters. */
export const searchQuery = pageQuery
  .extend({
    q: typedLine.min(1, 'Type something to search for.').max(maxTyped).optional(),
    categoryId: z.coerce.number().int().positive().optional(),
    isPremium: queryBoolean.optional(),
    length: z.enum(keysOf<VideoLength>(videoLengths)).optional(),
    uploaded: z.enum(keysOf<UploadedWithin>(uploadedWithin)).optional(),
    quality: z.coerce
      .number()
      .pipe(z.literal([...searchQualities]))
      .optional(),
    /** Only for a signed-in viewer. */
    hideWatched: queryBoolean.optional(),
    sort: z.enum(searchSorts).optional(),
  })
  .transform(({ sort, ...query }) => ({
    ...query,
    sort: sort ?? (query.q === undefined ? ('newest' as const) : ('relevance' as const)),
  }))
export type SearchQuery = z.infer<typeof searchQuery>

export const suggestQuery = z.strictObject({ q: typedLine.max(maxTyped) })

/** A completion of the text being typed. */
export type Suggestion =
  | { kind: 'title'; text: string; id: number }
  | { kind: 'tag'; text: string; slug: string }
  | { kind: 'uploader'; text: string }
