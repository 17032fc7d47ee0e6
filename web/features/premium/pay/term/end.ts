import { day } from '#contract/values/shared/time'

interface Term {
  /** The server's time. */
  now: string
  /** End of the running term, to which a new one is added. */
  premiumUntil: string | null
  days: number
}

/** Returns when a term that is bought now will end. */
export function termEnd({ now, premiumUntil, days }: Term): string {
  const start = Math.max(Date.parse(now), premiumUntil ? Date.parse(premiumUntil) : 0)
  return new Date(start + days * day).toISOString()
}
