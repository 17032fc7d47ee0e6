import * as z from 'zod'
import { decisionLength, safetyMessages } from '../../values/moderation/safety'

/** Why staff close the link of a list; its owner reads it. */
export const closeListInput = z.strictObject({
  note: z.string().trim().min(decisionLength.min, safetyMessages.decisionMissing).max(decisionLength.max),
})
