import * as z from 'zod'

/** Whether premium can be paid by card, and what that takes. */
export interface CardRules {
  /** `preparing`: the rules hold, but videos that no one has reviewed are still being sent to review. */
  state: 'off' | 'preparing' | 'on'
  /** Since when the rules hold. */
  since: string | null
  /** Videos that others can see, or will at a set time, and that no one has reviewed: those left, while preparing. */
  unreviewed: number
  /** Uploaders whose trust counts for nothing while the rules hold. */
  trusted: number
  requireContentApproval: boolean
  /** IDs of the card processors that are set up on this server. */
  processors: string[]
}

export const turnCardsOnInput = z.strictObject({
  /** The number that the caller was shown: if there are more by now, nothing happens. */
  unreviewed: z.int().min(0),
  /** The operator keeps the records of everyone who uploads and everyone depicted. */
  keepsRecords: z.literal(true),
})
export type TurnCardsOn = z.infer<typeof turnCardsOnInput>
