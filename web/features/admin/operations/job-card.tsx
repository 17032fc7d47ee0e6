import { useRef } from 'react'
import type { DeadLetter } from '#contract/schemas/site/operations'
import { formatTime } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { type JobDecision, useDecideJob } from './mutations'

export interface JobCardProps {
  job: DeadLetter
  /** Called once the job was decided by the pressed button, and is off the list. */
  onGone: (pressed: HTMLElement | null) => void
}

export function JobCard({ job, onGone }: JobCardProps) {
  const { id, at, queue, body, attempts, resolvedAt } = job
  const pressed = useRef<HTMLElement>(null)
  const { mutate, variables, isPending } = useDecideJob(id, () => onGone(pressed.current))
  const busyWith = isPending ? variables : null

  function decide(as: JobDecision, button: HTMLElement) {
    pressed.current = button
    mutate(as)
  }

  return (
    <article className="grid gap-3 rounded-card border border-line bg-surface-1 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <h2 className="wrap-anywhere font-bold">{nameOf(job)}</h2>
          <p className="wrap-anywhere text-faint text-meta tabular-nums">
            queue {queue} · {attempts} {attempts === 1 ? 'try' : 'tries'} · failed{' '}
            <time dateTime={at}>{formatTime(at)}</time>
            {resolvedAt ? (
              <>
                {' '}
                · resolved <time dateTime={resolvedAt}>{formatTime(resolvedAt)}</time>
              </>
            ) : null}
          </p>
        </div>
        {resolvedAt ? null : (
          <div className="flex gap-2">
            <Button
              busy={busyWith === 'retry'}
              disabled={busyWith === 'dismiss'}
              aria-label={`Retry job ${id}`}
              onClick={(event) => decide('retry', event.currentTarget)}
            >
              Retry
            </Button>
            <Button
              variant="ghost"
              busy={busyWith === 'dismiss'}
              disabled={busyWith === 'retry'}
              aria-label={`Dismiss job ${id}`}
              onClick={(event) => decide('dismiss', event.currentTarget)}
            >
              Dismiss
            </Button>
          </div>
        )}
      </div>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content has to be reachable by keyboard
        tabIndex={0}
        className="max-h-40 overflow-auto rounded-nav border border-line bg-bg p-3 text-dim text-meta"
      >
        {JSON.stringify(body, null, 2)}
      </pre>
    </article>
  )
}

const jobNames: Record<string, string> = {
  hash: 'Video hashes',
  'hash-derived': 'Hashes of renditions',
  'prune-objects': 'File deletion',
  announce: "Followers' feeds",
  'empty-category': 'Moving videos from a deleted category',
  'index-videos': 'Listing videos under their tags',
  retag: 'Changing a tag on videos',
  'storage-scan': 'R2 check',
  mail: 'Email',
  webhook: 'Payment provider webhook',
}

/** Names the message's task, where the message says so. */
function nameOf({ body, queue }: DeadLetter): string {
  const { job, task } = Object(body) as { job?: unknown; task?: unknown }
  if (job === 'task') return `Background task: ${task}`
  return typeof job === 'string' ? (jobNames[job] ?? job) : `Message of ${queue}`
}
