import type { AdminReport } from '#contract/schemas/moderation/safety'
import { isGrave, reasonNames } from '#contract/values/moderation/reasons'
import { isEvidence } from '#contract/values/moderation/safety'
import { formatDuration } from '#contract/values/shared/duration'
import { ReportClock } from '#web/entities/case/report-clock.tsx'
import { reporterName } from '#web/entities/case/reporter-name'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { CaseVideo } from '../case-video'
import { EvidenceButton } from '../evidence-button'
import { openOf, type ReportDecided, type ReportGroup } from './group'

export interface ReportCardProps {
  group: ReportGroup
  onDecide: (open: ReportGroup, decision: ReportDecided) => void
  /** The filter may hide earlier reports of the group, which must be seen before the others are dismissed. */
  hasGaps: boolean
  /** Shows the reports of this video only; null where they are already filtered. */
  onAll: (() => void) | null
}

/** Shows a video with its reports. Open ones are decided together. */
export function ReportCard({ group, onDecide, hasGaps, onAll }: ReportCardProps) {
  const [first] = group
  const { video, videoTitle, uploader } = first
  const open = openOf(group)
  const ofFlood = open?.find(({ isOfFlood }) => isOfFlood)
  const more = open ? open[0].openOfVideo - open.length : 0
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface-1 p-4 sm:p-5">
      <CaseVideo video={video} title={videoTitle} uploader={uploader.username} />
      <ul aria-label={`Reports of ${videoTitle}`} className="divide-y divide-line border-line border-y">
        {group.map((report) => (
          <li key={report.id} className="py-3">
            <ReportEntry report={report} />
          </li>
        ))}
      </ul>
      {more > 0 || onAll ? (
        <p className="text-dim text-meta">
          {more > 0 ? `${more} more open ${more === 1 ? 'report' : 'reports'} of this video. ` : null}
          {more > 0 && hasGaps ? 'Check them all before you dismiss any. ' : null}
          {onAll ? (
            <button type="button" onClick={onAll} className="text-text underline underline-offset-3">
              Show reports for this video
            </button>
          ) : null}
        </p>
      ) : null}
      <div className="mt-auto flex flex-wrap gap-2">
        {open && video ? (
          <Button aria-label={`Remove video ${videoTitle}`} onClick={() => onDecide(open, 'remove')}>
            Remove video
          </Button>
        ) : null}
        {open && !(hasGaps && more > 0) ? (
          <Button
            variant="ghost"
            aria-label={`Dismiss the reports of ${videoTitle}`}
            onClick={() => onDecide(open, 'dismiss')}
          >
            Dismiss
          </Button>
        ) : null}
        {ofFlood ? (
          <Button
            variant="ghost"
            aria-label={`Dismiss all reports from the network that reported ${videoTitle}`}
            onClick={() => onDecide([ofFlood], 'dismiss-network')}
          >
            Dismiss all from this network
          </Button>
        ) : null}
        {video && isEvidence(video.hold) ? <EvidenceButton videoId={video.id} title={videoTitle} /> : null}
      </div>
    </article>
  )
}

function ReportEntry({ report }: { report: AdminReport }) {
  const { can } = useViewer()
  const { id, reason, at, dueAt, seconds, details, video, videoId, status, decision, decidedBy, code } =
    report
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isGrave(reason) ? 'danger' : 'neutral'}>{reasonNames[reason]}</Badge>
        <span className="text-meta">{report.bySystem ? 'The site itself' : reporterName(report)}</span>
        <time dateTime={at} className="text-faint text-meta">
          {formatTime(at)}
        </time>
        {report.isOfFlood ? (
          <span className="text-meta text-warning">Others came from this network within an hour</span>
        ) : null}
        {status === 'open' ? <ReportClock dueAt={dueAt} /> : null}
        {seconds === null ? null : video && (video.hold === null || can('video.manageAny')) ? (
          <TextLink
            to={paths.videoAt(videoId, seconds)}
            target="_blank"
            rel="noopener"
            className="text-meta tabular-nums"
          >
            at {formatDuration(seconds)}
            <span className="sr-only"> (opens in a new tab)</span>
          </TextLink>
        ) : (
          <span className="text-dim text-meta tabular-nums">at {formatDuration(seconds)}</span>
        )}
      </p>
      {details ? <p className="wrap-anywhere whitespace-pre-line">{details}</p> : null}
      {decision ? (
        <p className="wrap-anywhere text-dim text-meta">
          {status === 'upheld' ? 'Upheld' : 'Dismissed'} by {decidedBy?.username ?? 'the system'},{' '}
          <time dateTime={decision.at}>{formatTime(decision.at)}</time>: {decision.note}
        </p>
      ) : null}
      <p className="wrap-anywhere text-faint text-meta">
        <TextLink to={adminTab('reports', { report: String(id) })} className="text-dim">
          Report {id}
        </TextLink>{' '}
        · Receipt {code}
      </p>
    </div>
  )
}
