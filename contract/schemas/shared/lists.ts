import * as z from 'zod'
import { pageSize } from '../../values/shared/limits'
import { line } from './parts'

export const queryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true')

export const sortOrders = ['desc', 'asc'] as const
export type SortOrder = (typeof sortOrders)[number]

/** Keyset paging: an opaque cursor from the previous page's `Link` header. */
export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1, `limit must be between 1 and ${pageSize.max}`)
    .max(pageSize.max, `limit must be between 1 and ${pageSize.max}`)
    .default(pageSize.default),
  // A cursor in a list sorted by title holds a folded title: a hundred letters of up to four bytes, in
  // base64.
  cursor: line.min(1).max(600).optional(),
})
export type PageQuery = z.infer<typeof pageQuery>

/** Results of a bulk change, in the order of the IDs. */
export type BulkResult = { id: number; ok: boolean; detail?: string | undefined }[]
