import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useId, useRef, useState } from 'react'
import type { ChangedVideo } from '#contract/schemas/moderation/changes'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { ChangedCard } from './changed-card'
import { changedQuery, useDecideChanges } from './queries'

const UndoDialog = lazyDialog(() => import('./undo-dialog'), 'UndoDialog')

interface Asked {
  changed: ChangedVideo
  decision: 'revert' | 'recall'
}

export interface ChangedContentProps {
  /** Renders the dialog that corrects a video. */
  renderCorrect: (video: { id: number }, onClose: () => void) => ReactNode
}

/**
 * Lists the changes of approved videos, with both texts. Shows nothing while there are none, but a list that
 * the viewer empties stays to take the focus.
 */
export function ChangedContent({ renderCorrect }: ChangedContentProps) {
  const id = useId()
  const query = useInfiniteQuery(changedQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [corrected, setCorrected] = useState<{ id: number } | null>(null)
  const region = useRef<HTMLElement>(null)
  const decide = useDecideChanges()
  const isOpen = asked !== null || corrected !== null
  const rememberOpener = useFocusAfter(isOpen || decide.isPending, region)
  const count = query.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  if (count === 0 && !query.error && decide.isIdle && !isOpen) return null

  return (
    <section ref={region} tabIndex={-1} aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        Changed since approval
      </h2>
      <PagedList
        query={query}
        skeleton={null}
        empty={<p className="text-dim">You've been through all changes.</p>}
      >
        {(videos) => (
          <ul aria-labelledby={id} className="grid gap-4">
            {videos.map((changed) => (
              <li key={changed.video.id}>
                <ChangedCard
                  changed={changed}
                  busy={decide.isPending && decide.variables.changed.video.id === changed.video.id}
                  onAccept={() => {
                    rememberOpener()
                    decide.mutate({ changed, decision: 'accept', note: '' })
                  }}
                  onUndo={(decision) => {
                    rememberOpener()
                    setAsked({ changed, decision })
                  }}
                  onCorrect={() => {
                    rememberOpener()
                    setCorrected(changed.video)
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>
        {asked ? <UndoDialog {...asked} decide={decide} onClose={() => setAsked(null)} /> : null}
      </Suspense>
      {corrected ? renderCorrect(corrected, () => setCorrected(null)) : null}
    </section>
  )
}
