import * as z from 'zod'
import { maxRegions, regionPattern } from '../../values/shared/regions'

/** Text of a single line: tabs, which may be pasted, become spaces; control characters are refused. */
export const line = z
  .string()
  .trim()
  .overwrite((text) => text.replaceAll('\t', ' '))
  .regex(/^[^\p{Cc}\u2028\u2029]*$/u, 'Write it in a single line.')

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
