import * as z from 'zod'
import { parseVideoId } from '../services/videos/videos'
import { validate } from './validate'

/**
 * The path of one video. It takes digits alone, so that no other router under `/videos` has to come before it or after it;
 * what is no id is answered by http/unknown-address. The client of the web knows it without the pattern.
 */
export const videoPath = '/:id{[1-9][0-9]*}' as '/:id'

/** One that is none is the same 404 as a video that never was. */
export const videoId = z.string().transform(parseVideoId)

/** The id of a video. */
export const videoParam = validate('param', z.object({ id: videoId }))

/** The id of any other row. */
export const idParam = validate('param', z.object({ id: z.coerce.number().int().positive() }))

/** The id of something whose ids are random: an upload, a session, a payment. */
export const randomIdParam = validate('param', z.object({ id: z.string().max(64) }))

/** The id of a passkey, which the device that made it chose. */
export const passkeyParam = validate('param', z.object({ id: z.string().max(1400) }))
