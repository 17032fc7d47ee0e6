import { membershipName, type Plan } from '../../../../contract/values/payments/prices'
import type { ServiceContext } from '../../context'
import { dateText, emailText, queueMail } from '../../shared/mail'
import { accountAddress } from './text'

export interface EndingTerm {
  recipient: string
  username: string
  userId: number
  plan: Plan
  until: number
}

/** Followed by account and end: a term extended after its reminder has a new end, and so is a new event. */
export const reminderKeyStart = 'term-ends:'

export function reminderMail(ctx: ServiceContext, term: EndingTerm) {
  return queueMail(ctx, {
    dedupeKey: `${reminderKeyStart}${term.userId}:${term.until}`,
    to: term.recipient,
    subject: 'Your membership ends soon',
    body: emailText(ctx, term.username, [
      `${membershipName(term.plan)}: it ends on ${dateText(term.until)}.`,
      'It does not renew by itself and nothing is charged. If you would like to go on, buy another term; it is added to the end of this one.',
      `To go on, or to cancel these reminders: ${accountAddress(ctx)}`,
    ]),
  })
}
