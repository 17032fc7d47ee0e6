import type { AdminReport } from '#contract/schemas/moderation/safety'

/** Names who reported something, as far as this member of staff may know. */
export function reporterName({
  reporter,
  email,
  hasEmail,
}: Pick<AdminReport, 'reporter' | 'email' | 'hasEmail'>): string {
  if (reporter) return reporter.username
  if (email) return `No account, ${email}`
  return hasEmail ? 'No account, address hidden' : 'No account'
}
