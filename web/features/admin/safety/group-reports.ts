import type { AdminReport } from '../../../../contract/schemas/moderation/safety'

/** Reports of one video, in the order in which they came; never none. */
export type ReportGroup = [AdminReport, ...AdminReport[]]

/** Those that nobody has decided; null for none. */
export function openOf(group: ReportGroup): ReportGroup | null {
  const [first, ...others] = group.filter(({ status }) => status === 'open')
  return first ? [first, ...others] : null
}

/** A list of reports by video, each where its first one stands. */
export function groupReports(reports: readonly AdminReport[]): ReportGroup[] {
  const groups = new Map<number, ReportGroup>()
  for (const report of reports) {
    const group = groups.get(report.videoId)
    if (group) group.push(report)
    else groups.set(report.videoId, [report])
  }
  return [...groups.values()]
}
