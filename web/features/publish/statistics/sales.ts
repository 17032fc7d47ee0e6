import { smallestGroup } from '#contract/values/videos/statistics'
import { formatCount } from '#web/lib/format-count'

/** Shown for too few sales, none included. */
export function salesText(sales: number | null): string {
  return sales === null ? `Fewer than ${smallestGroup}` : formatCount(sales)
}

export const salesNote = `Payments for Premium that began at the lock of a video, refunded ones included. Shown from ${smallestGroup} on, so that no buyer can be recognised.`
