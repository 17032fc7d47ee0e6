import * as z from 'zod'
import { decisionLength, safetyMessages } from '../../values/moderation/safety'

/** Why staff close the link of a list, or allow a new one; its owner reads it. */
export const decideListInput = z.strictObject({
  note: z.string().trim().min(decisionLength.min, safetyMessages.decisionMissing).max(decisionLength.max),
})
