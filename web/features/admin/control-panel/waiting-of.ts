import type { WaitingCounts } from '#contract/schemas/site/overview'
import { waitingCountMax } from '#contract/values/site/overview'
import type { AdminSection } from '#web/lib/navigation/admin-paths'

/** The queues that are handled in each section. */
const queues: Partial<Record<AdminSection, readonly (keyof WaitingCounts)[]>> = {
  content: ['pending', 'changed'],
  reports: ['reports'],
  comments: ['comments'],
  removals: ['removals', 'appeals'],
  users: ['factorResets'],
  payments: ['claims', 'paymentAlerts'],
  mail: ['mail'],
  jobs: ['jobs'],
}

/** Returns the number that waits in a section, such as `3` or `100+`; null for none. */
export function waitingOf(section: AdminSection, counts: WaitingCounts | undefined): string | null {
  const own = (queues[section] ?? []).map((queue) => counts?.[queue] ?? 0)
  return inWords(own)
}

/** Returns the number that waits in all sections. */
export function waitingInAll(counts: WaitingCounts | undefined): string | null {
  return inWords(Object.values(counts ?? {}).filter((count) => count !== undefined))
}

function inWords(counts: readonly number[]): string | null {
  const sum = counts.reduce((total, count) => total + count, 0)
  if (sum === 0) return null
  return counts.some((count) => count >= waitingCountMax) ? `${sum}+` : String(sum)
}
