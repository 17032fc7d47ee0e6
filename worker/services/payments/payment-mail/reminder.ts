import { membershipName, type Plan } from '#contract/values/payments/prices'
import type { ServiceContext } from '../../context'
import { dateText, emailText, queueMail } from '../../shared/mail'
import { accountAddress } from './text'

export interface EndingTerm {
  recipient: string
  username: string
  userId: number
  plan: Plan
  until: number
  /** Whether another term can be bought now. */
  sells: boolean
}

/**
 * Start of a reminder's key, followed by account and end. A term extended after its reminder has a new end,
 * and so is a new event.
 */
export const reminderKeyStart = 'term-ends:'

export function reminderMail(ctx: ServiceContext, term: EndingTerm) {
  return queueMail(ctx, {
    dedupeKey: `${reminderKeyStart}${term.userId}:${term.until}`,
    to: term.recipient,
    leaves: { from: 'premium', id: term.userId },
    subject: 'Your membership ends soon',
    body: emailText(ctx, term.username, [
      `${membershipName(term.plan)}: it ends on ${dateText(term.until)}.`,
      ...(term.sells
        ? [
            "It doesn't renew and you won't be charged. To continue, buy another term: it starts when this one ends.",
            `To continue: ${accountAddress(ctx)}`,
          ]
        : ["It doesn't renew and you won't be charged. We aren't selling another term at the moment."]),
    ]),
  })
}
