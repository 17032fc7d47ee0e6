import * as z from 'zod'
import { termPlaces } from '../../values/site/blocked-terms'
import { time } from '../shared/parts'

/** How often a blocked term was refused, by place and by nobody's name. */
export const refusedTerm = z.object({
  term: z.string(),
  counts: z.record(z.enum(termPlaces), z.number().int()),
  lastAt: time,
})
export type RefusedTerm = z.infer<typeof refusedTerm>
