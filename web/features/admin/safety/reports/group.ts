import type { AdminReport } from '#contract/schemas/moderation/safety'

/** Decisions about a report: of its video, or of all that came from its network. */
export type ReportDecided = 'remove' | 'dismiss' | 'dismiss-network'

/** Reports of one video in the order they arrived; never empty. */
export type ReportGroup = [AdminReport, ...AdminReport[]]

/** Returns the undecided reports; null for none. */
export function openOf(group: ReportGroup): ReportGroup | null {
  const [first, ...others] = group.filter(({ status }) => status === 'open')
  return first ? [first, ...others] : null
}

/** Groups reports by video, each group at the place of its first report. */
export function groupReports(reports: readonly AdminReport[]): ReportGroup[] {
  const groups = new Map<number, ReportGroup>()
  for (const report of reports) {
    const group = groups.get(report.videoId)
    if (group) group.push(report)
    else groups.set(report.videoId, [report])
  }
  return [...groups.values()]
}
