import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangedVideo } from '#contract/schemas/moderation/changes'
import { diffWords } from '#web/lib/diff'
import { formatTime } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { TextDiff } from '#web/ui/text/diff.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { CaptionsDiff } from './captions-diff'

export interface ChangedCardProps {
  changed: ChangedVideo
  /** Whether its decision is on its way. */
  busy: boolean
  onAccept: () => void
  onUndo: (decision: 'revert' | 'recall') => void
  onCorrect: () => void
}

/** Shows the changes of a video, and takes the decision. */
export function ChangedCard({ changed, busy, onAccept, onUndo, onCorrect }: ChangedCardProps) {
  const { video, approved, tags, captions, changedSince, changes } = changed
  const { id, title, description, uploader } = video

  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface-1 p-4 sm:p-5">
      <div>
        <h3 className="wrap-anywhere font-medium">
          <TextLink to={paths.video(id)} target="_blank" rel="noopener">
            {title}
            <span className="sr-only"> (opens in a new tab)</span>
          </TextLink>
        </h3>
        <p className="text-faint text-meta">
          {uploader.username}, changed since <time dateTime={changedSince}>{formatTime(changedSince)}</time>,
          approved <time dateTime={approved.at}>{formatTime(approved.at)}</time>
        </p>
      </div>
      {title === approved.title ? null : (
        <Changed name="Title">
          <TextDiff parts={diffWords(approved.title, title)} />
        </Changed>
      )}
      {description === approved.description ? null : (
        <Changed name="Description">
          <TextDiff parts={diffWords(approved.description, description)} />
        </Changed>
      )}
      {String(tags) === String(approved.tags) ? null : (
        <Changed name="Tags">
          <TextDiff parts={diffWords(approved.tags.join(' '), tags.join(' '))} />
        </Changed>
      )}
      {captions.map((track) => (
        <Changed key={track.language} name={`Captions in ${track.label}, ${track.change}`}>
          <CaptionsDiff videoId={id} track={track} changes={changes} />
        </Changed>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} onClick={onAccept} aria-label={`Accept the changes of ${title}`}>
          <Check aria-hidden="true" className="size-4" />
          Accept
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          onClick={() => onUndo('revert')}
          aria-label={`Restore the approved texts of ${title}`}
        >
          Restore
        </Button>
        <Button
          variant="ghost"
          disabled={busy}
          onClick={() => onUndo('recall')}
          aria-label={`Send ${title} back to review`}
        >
          Send back to review
        </Button>
        <Button variant="ghost" disabled={busy} onClick={onCorrect} aria-label={`Correct ${title}`}>
          Correct
        </Button>
      </div>
    </article>
  )
}

function Changed({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <h4 className="text-faint text-meta">{name}</h4>
      {children}
    </div>
  )
}
