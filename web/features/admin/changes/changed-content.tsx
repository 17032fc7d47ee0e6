import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useId, useRef, useState } from 'react'
import type { ChangedVideo } from '../../../../contract/schemas/moderation/changes'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { PagedList } from '../../../ui/paged-list'
import { ChangedCard } from './changed-card'
import { changedQuery } from './queries'

const UndoDialog = lazyDialog(() => import('./undo-dialog'), 'UndoDialog')

interface Asked {
  changed: ChangedVideo
  decision: 'revert' | 'recall'
}

/** Lists what was changed of approved videos, with both texts. Nothing is shown while there is nothing. */
export function ChangedContent() {
  const id = useId()
  const query = useInfiniteQuery(changedQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(asked !== null, region)
  const count = query.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  if (count === 0 && !query.error) return null

  return (
    <section ref={region} tabIndex={-1} aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        Changed since approval
      </h2>
      <PagedList query={query} skeleton={null} empty={null}>
        {(videos) => (
          <ul aria-labelledby={id} className="grid gap-4">
            {videos.map((changed) => (
              <li key={changed.video.id}>
                <ChangedCard
                  changed={changed}
                  onUndo={(decision) => {
                    rememberOpener()
                    setAsked({ changed, decision })
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <Suspense>{asked ? <UndoDialog {...asked} onClose={() => setAsked(null)} /> : null}</Suspense>
    </section>
  )
}
