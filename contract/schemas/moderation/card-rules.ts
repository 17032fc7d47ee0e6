import * as z from 'zod'

/** The state of card payments, and of the rules that they require. */
export interface CardRules {
  /** `preparing`: the rules hold, but videos that no one has reviewed are still being sent to review. */
  state: 'off' | 'preparing' | 'on'
  /** Time at which the rules came into force; null if they aren't in force. */
  since: string | null
  /**
   * Videos without a review that others can see, now or at a scheduled time. While preparing: those still to
   * be checked.
   */
  unreviewed: number
  /** Trusted uploaders, whose trust has no effect while the rules hold. */
  trusted: number
  requireContentApproval: boolean
  /** IDs of the card processors that are set up on this server. */
  processors: string[]
}

export const turnCardsOnInput = z.strictObject({
  /** The number that the caller was shown; if there are more by now, nothing happens. */
  unreviewed: z.int().min(0),
  /** The operator keeps the records of everyone who uploads and everyone depicted. */
  keepsRecords: z.literal(true),
})
export type TurnCardsOn = z.infer<typeof turnCardsOnInput>
