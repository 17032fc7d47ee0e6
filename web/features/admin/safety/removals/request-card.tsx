import type { AdminRemovalRequest } from '#contract/schemas/moderation/safety'
import { isGrave, reasonNames } from '#contract/values/moderation/reasons'
import { isEvidence, relationNames } from '#contract/values/moderation/safety'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { CaseVideo } from '../case-video'
import { EvidenceButton } from '../evidence-button'
import { actOf } from './request-act'
import { RequestClock } from './request-clock'

export interface RequestCardProps {
  request: AdminRemovalRequest
  onDecide: (decision: 'remove' | 'refuse') => void
}

export function RequestCard({ request, onDecide }: RequestCardProps) {
  const { id, at, dueAt, escalated, url, video, videoTitle, listKey, uploader, reason, status } = request
  const remove = actOf(request) === 'close' ? 'Close link' : 'Remove video'
  return (
    <article
      aria-label={`Request ${id}`}
      className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface-1 p-4 sm:p-5"
    >
      {status === 'open' ? <RequestClock dueAt={dueAt} escalated={escalated} /> : null}
      {videoTitle !== null && uploader ? (
        <CaseVideo video={video} title={videoTitle} uploader={uploader.username} />
      ) : listKey !== null ? (
        <p>
          <TextLink to={paths.sharedList(listKey)}>Open the shared list</TextLink>
        </p>
      ) : (
        <p className="font-medium">The URL doesn't match any video on this site.</p>
      )}
      <FactList>
        <Fact term="Request">
          <TextLink
            to={adminTab('removals', { request: String(id) })}
            aria-label={`Request ${id}`}
            className="inline-flex min-h-10 items-center"
          >
            {id}
          </TextLink>
        </Fact>
        <Fact term="Reason">
          <Badge tone={isGrave(reason) ? 'danger' : 'neutral'}>{reasonNames[reason]}</Badge>
        </Fact>
        <Fact term="Address">{url}</Fact>
        <Fact term="Requested by">
          {request.name}, {request.email ?? 'address hidden'}
        </Fact>
        <Fact term="Relationship">{relationNames[request.relation]}</Fact>
        <Fact term="Statement">
          <span className="whitespace-pre-line">{request.statement}</span>
        </Fact>
        <Fact term="Signed">
          {request.signature}, <time dateTime={at}>{formatTime(at)}</time>
        </Fact>
        <RequestOutcome request={request} />
      </FactList>
      <div className="mt-auto flex flex-wrap gap-2">
        {status === 'open' ? (
          <>
            <Button aria-label={`${remove} of request ${id}`} onClick={() => onDecide('remove')}>
              {remove}
            </Button>
            <Button variant="ghost" aria-label={`Decline request ${id}`} onClick={() => onDecide('refuse')}>
              Decline
            </Button>
          </>
        ) : null}
        {video && isEvidence(video.hold) ? <EvidenceButton videoId={video.id} title={video.title} /> : null}
      </div>
    </article>
  )
}

function RequestOutcome({ request: { status, decision, decidedBy } }: { request: AdminRemovalRequest }) {
  if (!decision) return null
  return (
    <Fact term={status === 'removed' ? 'Removed' : 'Refused'}>
      {decidedBy?.username ?? 'The system'}, <time dateTime={decision.at}>{formatTime(decision.at)}</time>
      <span className="block text-dim">{decision.note}</span>
    </Fact>
  )
}
