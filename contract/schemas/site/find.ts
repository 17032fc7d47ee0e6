import * as z from 'zod'
import { line } from '../shared/parts'

export const findQuery = z.strictObject({ q: line.min(1, 'Paste or type something to find.').max(300) })

/** Something that a pasted text names. */
export const foundThing = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    id: z.number().int(),
    title: z.string(),
    hold: z.string().nullable(),
  }),
  z.object({ kind: z.literal('user'), id: z.number().int(), username: z.string(), email: z.string() }),
  z.object({
    kind: z.literal('payment'),
    id: z.string(),
    amountText: z.string(),
    username: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('claim'),
    id: z.string(),
    reference: z.string(),
    username: z.string().nullable(),
    isOpen: z.boolean(),
    paymentId: z.string().nullable(),
  }),
  /** A report, a removal request, or the removal of a video. */
  z.object({
    kind: z.enum(['report', 'removal-request', 'removal']),
    id: z.number().int(),
    title: z.string().nullable(),
    videoId: z.number().int().nullable(),
    isOpen: z.boolean(),
  }),
])
export type FoundThing = z.infer<typeof foundThing>
