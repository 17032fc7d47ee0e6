import type * as z from 'zod'
import { type CreateVideo, createVideoInput } from '#contract/schemas/videos/video'

/** Returns what a form sends to publish, as the route hands it on: with the defaults of what isn't given. */
export function publishInput(given: Partial<z.input<typeof createVideoInput>>): CreateVideo {
  return createVideoInput.parse({ title: 'A clip', categoryId: 1, ...given })
}
