import type { Report } from '#contract/schemas/moderation/safety'
import { emailMessages, isEmailAddress } from '#contract/values/accounts/email-rules'
import type { ReportReason } from '#contract/values/moderation/reasons'
import type { Faults } from '#web/lib/form/use-form'
import { parseSeconds } from '#web/lib/time/time-text'

export interface ReportValues {
  reason: ReportReason | null
  /** As typed: `1:23`. */
  at: string
  details: string
  email: string
}

export const emptyReport: ReportValues = { reason: null, at: '', details: '', email: '' }

export function checkReport({ reason, at, email }: ReportValues): Faults<ReportValues> {
  return {
    reason: reason === null && "Please choose what's wrong with it.",
    at: at.trim() !== '' && parseSeconds(at) === null && 'Enter a time, e.g. 1:02.5',
    email: email.trim() !== '' && !isEmailAddress(email) && emailMessages.invalid,
  }
}

export function reportOf({ reason, at, details, email }: ReportValues): Report {
  const second = parseSeconds(at)
  return {
    reason: reason ?? 'other',
    details: details.trim(),
    ...(second === null ? {} : { at: second }),
    ...(email.trim() ? { email: email.trim() } : {}),
  }
}
