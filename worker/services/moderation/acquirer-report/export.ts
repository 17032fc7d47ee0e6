import { commentReasonNames } from '#contract/values/moderation/comments'
import { reasonNames } from '#contract/values/moderation/reasons'
import type { CsvRow } from '#contract/values/shared/csv'
import { hour } from '#contract/values/shared/time'
import {
  appealsOf,
  type ComplaintRow,
  type ComplaintWay,
  complaintRanges,
  complaintsDecided,
  complaintsLate,
  complaintsPage,
  complaintsReceived,
  complaintWays,
  type Month,
  removalsOf,
  reviewsOf,
  uploadsOf,
} from '#db/queries/moderation/acquirer-report'
import type { UserContext } from '../../context'
import { audit } from '../../shared/audit'

/** Rows of one query, so that any month fits into memory. */
const rowsAtOnce = 500

/**
 * Returns a month's report for an acquirer as rows of a table: its figures, and then each complaint that came
 * in it or was still open, as it was at the month's end. The months are in UTC. Leaves out who complained.
 * Logs who exported it.
 */
export async function exportAcquirerReport(ctx: UserContext, { month }: { month: string }) {
  await audit(ctx, { action: 'acquirer.export', subject: 'acquirer-report', subjectId: month })
  const [year = 0, number = 1] = month.split('-').map(Number)
  const period = { from: Date.UTC(year, number - 1), until: Date.UTC(year, number) }
  return { fileName: `acquirer-report-${month}.csv`, rows: rowsOf(ctx, month, period) }
}

async function* rowsOf(ctx: UserContext, name: string, month: Month): AsyncGenerator<CsvRow[]> {
  yield await figures(ctx, name, month)
  yield [[], head]
  for (const way of complaintWays) {
    for (const range of complaintRanges) {
      for (let after: ComplaintRow | undefined; ; ) {
        const page: ComplaintRow[] = await complaintsPage(ctx.db, { way, range, month }, rowsAtOnce, after)
        if (page.length > 0) yield page.map((row) => cells(way, row, month))
        after = page.at(-1)
        if (page.length < rowsAtOnce) break
      }
    }
  }
}

const wayNames: Record<ComplaintWay, string> = {
  report: 'Report of a video',
  request: 'Removal request',
  comment: 'Report of a comment',
}

async function figures({ config, db, settings }: UserContext, name: string, month: Month): Promise<CsvRow[]> {
  const [[uploads], reviews, received, [decided], [late], removed, [appeals]] = await db.batch([
    uploadsOf(db, month),
    reviewsOf(db, month),
    complaintsReceived(db, month),
    complaintsDecided(db, month),
    complaintsLate(db, month),
    removalsOf(db, month),
    appealsOf(db, month),
  ])
  const reviewed = (action: string) => reviews.find((each) => each.action === action)?.reviews ?? 0
  return [
    ['Figure', 'Value'],
    ['Month (UTC)', name],
    ['Site', `${settings.siteName}, ${config.siteOrigin}`],
    ['Videos uploaded', uploads?.uploads ?? 0],
    ['Approvals by reviewers', reviewed('video.approve')],
    ['Rejections by reviewers', reviewed('video.reject')],
    ['Complaints received', sum(received.map(({ complaints }) => complaints))],
    ...received.map(
      ({ way, reason, complaints }): CsvRow => [`${wayNames[way]}: ${reasonOf(way, reason)}`, complaints],
    ),
    ['Complaints decided', decided?.decided ?? 0],
    ['Median hours to decide', hoursOf(decided?.median)],
    ['Longest hours to decide', hoursOf(decided?.longest)],
    ['Complaints decided after their deadline', late?.decided ?? 0],
    ["Complaints open at the month's end", decided?.open ?? 0],
    ["Complaints open past their deadline at the month's end", late?.open ?? 0],
    ['Videos removed', sum(removed.map((each) => each.removed + each.copies))],
    ...removed.map((each): CsvRow => [`Removed: ${reasonNames[each.reason]}`, each.removed]),
    ['Removed as identical copies', sum(removed.map(({ copies }) => copies))],
    ['Appeals received', appeals?.received ?? 0],
    ['Appeals granted', appeals?.granted ?? 0],
    ['Appeals rejected', appeals?.rejected ?? 0],
    ['Videos restored', appeals?.restored ?? 0],
  ]
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function reasonOf(way: ComplaintWay, reason: string): string {
  const names: Record<string, string> = way === 'comment' ? commentReasonNames : reasonNames
  return names[reason] ?? reason
}

const head = [
  'Complaint',
  'ID',
  'Video ID',
  'Comment ID',
  'Reason',
  'Received (UTC)',
  'Due (UTC)',
  'Decided (UTC)',
  'Hours to decide',
  'Late',
  "At the month's end",
]

/** Decisions, by the status that results from each. */
const outcomes: Record<string, string> = {
  upheld: 'Upheld, removed',
  removed: 'Granted, removed',
  dismissed: 'Dismissed',
  refused: 'Declined',
}

function cells(way: ComplaintWay, row: ComplaintRow, { until }: Month): CsvRow {
  // Later decisions are the next month's.
  const decidedAt = row.decidedAt !== null && row.decidedAt < until ? row.decidedAt : null
  return [
    wayNames[way],
    row.id,
    way === 'comment' ? '' : (row.about ?? ''),
    way === 'comment' ? (row.about ?? '') : '',
    reasonOf(way, row.reason),
    timeOf(row.createdAt),
    timeOf(row.dueAt),
    decidedAt === null ? '' : timeOf(decidedAt),
    decidedAt === null ? '' : hoursOf(decidedAt - row.createdAt),
    (decidedAt ?? until - 1) > row.dueAt ? 'Yes' : 'No',
    decidedAt === null ? 'Open' : (outcomes[row.status] ?? row.status),
  ]
}

function hoursOf(ms: number | null | undefined): CsvRow[number] {
  return ms === null || ms === undefined ? '' : Math.round((ms / hour) * 10) / 10
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}
