import type { WatchedVideo } from '#contract/schemas/videos/library'
import { formatDate } from '#web/lib/format'

export interface WatchedDay {
  label: string
  entries: WatchedVideo[]
}

/** Groups history by day in the viewer's time zone, keeping the order of the entries. */
export function groupByDay(entries: readonly WatchedVideo[], now: Date): WatchedDay[] {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  const names = new Map([
    [now.toDateString(), 'Today'],
    [yesterday.toDateString(), 'Yesterday'],
  ])
  const days: WatchedDay[] = []
  for (const entry of entries) {
    const label = names.get(new Date(entry.watchedAt).toDateString()) ?? formatDate(entry.watchedAt)
    const day = days.at(-1)
    if (day?.label === label) day.entries.push(entry)
    else days.push({ label, entries: [entry] })
  }
  return days
}
