import * as z from 'zod'
import { linkKeyQuery } from '#contract/schemas/videos/video'
import { slugLength } from '#contract/values/videos/tags'
import { parseVideoId } from '../services/videos/model'
import { validate } from './validate'

/**
 * Path of one video. It matches digits alone, so that the order of routers under `/videos` doesn't matter;
 * http/unknown-address answers anything else. The web's typed client sees it without the pattern.
 */
export const videoPath = '/:id{[1-9][0-9]*}' as '/:id'

/** An invalid ID gets the same 404 as a video that never existed. */
export const videoId = z.string().transform(parseVideoId)

/** The ID of a video. */
export const videoParam = validate('param', z.object({ id: videoId }))

/** The key in the link of an unlisted video: see findVisible. */
export const linkKey = validate('query', linkKeyQuery)

/** The ID of any other row. */
export const idParam = validate('param', z.object({ id: z.coerce.number().int().positive() }))

/** A random ID: of an upload, a session or a payment. */
export const randomIdParam = validate('param', z.object({ id: z.string().max(64) }))

/** A passkey's ID, chosen by the device that created it. */
export const passkeyParam = validate('param', z.object({ id: z.string().max(1400) }))

/** The slug of a tag. */
export const tagParam = validate('param', z.object({ slug: z.string().max(slugLength.max) }))
