import type { AdminAppeal } from '#contract/schemas/moderation/safety'
import { reasonNames } from '#contract/values/moderation/reasons'
import { formatTime } from '#web/lib/format'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { Button } from '#web/ui/button.tsx'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { CaseVideo } from '../case-video'
import { EvidenceButton } from '../evidence-button'

export interface AppealCardProps {
  appeal: AdminAppeal
  onDecide: (decision: 'restore' | 'keep') => void
}

/** Shows a removal, and why its uploader disagrees, where they do. */
export function AppealCard({ appeal, onDecide }: AppealCardProps) {
  const { id, video, videoTitle, uploader, reason, statement, at, removedBy, restoredAt } = appeal
  const isOpen = appeal.appeal?.status === 'open' && restoredAt === null
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface-1 p-4 sm:p-5">
      <CaseVideo video={video} title={videoTitle} uploader={uploader.username} />
      <FactList>
        <Fact term="Removal">
          <TextLink
            to={adminTab('removals', { removal: String(id) })}
            aria-label={`Removal ${id}`}
            className="inline-flex min-h-10 items-center"
          >
            {id}
          </TextLink>
        </Fact>
        <Fact term="Removed">
          {reasonNames[reason]}, by {removedBy?.username ?? 'the system'},{' '}
          <time dateTime={at}>{formatTime(at)}</time>
        </Fact>
        <Fact term="Statement">
          <span className="whitespace-pre-line">{statement}</span>
        </Fact>
        {appeal.appeal ? (
          <Fact term="Appeal">
            <span className="whitespace-pre-line">{appeal.appeal.text}</span>
            <time dateTime={appeal.appeal.at} className="block text-faint text-meta">
              {formatTime(appeal.appeal.at)}
            </time>
          </Fact>
        ) : null}
        {appeal.appeal && appeal.appeal.status !== 'open' ? (
          <Fact term="Decision">
            {appeal.appeal.status === 'upheld' ? 'Appeal granted' : 'Appeal rejected'}
            <span className="block whitespace-pre-line text-dim">{appeal.appeal.note}</span>
          </Fact>
        ) : null}
        {restoredAt ? (
          <Fact term="Reversed">
            <time dateTime={restoredAt}>{formatTime(restoredAt)}</time>
          </Fact>
        ) : null}
      </FactList>
      <div className="mt-auto flex flex-wrap gap-2">
        {isOpen ? (
          <>
            <Button aria-label={`Restore video ${videoTitle}`} onClick={() => onDecide('restore')}>
              Restore video
            </Button>
            <Button
              variant="ghost"
              aria-label={`Reject appeal for ${videoTitle}`}
              onClick={() => onDecide('keep')}
            >
              Reject appeal
            </Button>
          </>
        ) : null}
        {video ? <EvidenceButton videoId={video.id} title={videoTitle} /> : null}
      </div>
    </article>
  )
}
