import '../../lib/zod-without-eval'
import type { z } from 'zod'
import { createVideo } from '../../../contract/schemas/videos'

/** What is typed about a video; the rules are the API's own. */
export const detailsSchema = createVideo
  .pick({ title: true, description: true, categoryId: true, isPremium: true, isPublic: true })
  .required()
export type Details = z.output<typeof detailsSchema>

/** Category 0 is none: the schema asks for one. */
export const emptyDetails: Details = {
  title: '',
  description: '',
  categoryId: 0,
  isPremium: false,
  isPublic: true,
}
