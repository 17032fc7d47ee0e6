import * as z from 'zod'
import { directionMessage, undirected } from '../../values/shared/direction'
import { maxRegions, regionPattern } from '../../values/shared/regions'

/**
 * A single line that is only looked up or compared. Tabs, which may be pasted, become spaces; control characters are
 * refused.
 */
export const typedLine = z
  .string()
  .trim()
  .overwrite((text) => text.replaceAll('\t', ' '))
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Write it in a single line.')

/** A single line that others may read, so that nothing in it turns the direction of text. */
export const line = typedLine.regex(undirected, directionMessage)

/** Text of any number of lines, likewise. */
export const prose = z.string().trim().regex(undirected, directionMessage)

/** ISO 3166: countries such as `FR`, and subdivisions such as `US-TX`. */
export const regionCodes = z
  .array(z.string().trim().toUpperCase().regex(regionPattern, 'Use codes such as FR or US-TX.'))
  .max(maxRegions)

/** ISO 8601, in UTC. */
export const time = z.string()
export interface Account {
  id: number
  username: string
}
