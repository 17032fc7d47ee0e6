import * as z from 'zod'
import { decisionLength, safetyMessages } from '../../values/moderation/safety'
import { prose } from '../shared/parts'

/** The reason why staff close a list's link or allow a new one; its owner reads it. */
export const decideListInput = z.strictObject({
  note: prose.min(decisionLength.min, safetyMessages.decisionMissing).max(decisionLength.max),
})
