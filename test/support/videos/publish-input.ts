import type * as z from 'zod'
import { type CreateVideo, createVideoInput } from '#contract/schemas/videos/video'

/** Returns the input of a publish, with the form's defaults for fields that aren't given. */
export function publishInput(given: Partial<z.input<typeof createVideoInput>>): CreateVideo {
  return createVideoInput.parse({ title: 'A clip', categoryId: 1, ...given })
}
