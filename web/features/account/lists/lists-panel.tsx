import { useQuery } from '@tanstack/react-query'
import { ListVideo, Plus } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ShownList } from '#contract/schemas/videos/lists'
import { listsQuery } from '#web/entities/list/list-queries'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { countLabel } from './count-label'

const NewListDialog = lazyDialog(() => import('./name-dialog'), 'NewListDialog')

/** Shows the account's lists, and makes new ones. */
export function ListsPanel() {
  const { data: lists, error, refetch } = useQuery(listsQuery)
  const [isOpen, setOpen] = useState(false)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(isOpen, region)

  const create = (
    <Button
      variant={lists?.length === 0 ? 'primary' : 'secondary'}
      onClick={() => {
        rememberOpener()
        setOpen(true)
      }}
      className="justify-self-start"
    >
      <Plus aria-hidden="true" className="size-4" />
      New list
    </Button>
  )

  return (
    <section ref={region} tabIndex={-1} aria-label="Lists" className="grid grid-cols-1 gap-6">
      {error && !lists ? (
        <LoadError error={error} onRetry={refetch} />
      ) : !lists ? (
        <CardSkeletons label="Loading your lists" className="h-24" />
      ) : lists.length === 0 ? (
        <EmptyState
          icon={<ListVideo />}
          title="No lists yet"
          text="Group videos into lists to play in any order or share with a link."
          action={create}
        />
      ) : (
        <>
          {create}
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {lists.map((list) => (
              <li key={list.id}>
                <Card list={list} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense>{isOpen ? <NewListDialog onClose={() => setOpen(false)} /> : null}</Suspense>
    </section>
  )
}

function Card({ list: { id, name, count, linkKey, posterUrl, poster } }: { list: ShownList }) {
  return (
    <article className="relative flex items-center gap-3 rounded-panel border border-line bg-surface-1 px-4 py-3">
      <div className="w-24 shrink-0 overflow-hidden rounded-badge">
        <Poster of={{ thumbnailUrl: posterUrl, poster }} sizes="96px" />
      </div>
      <div className="grid min-w-0">
        <h2 className="truncate font-medium">
          <Link
            to={paths.list(id)}
            className="after:absolute after:inset-0 after:rounded-panel hover:underline"
          >
            {name}
          </Link>
        </h2>
        <p className="truncate text-faint text-meta tabular-nums">
          {countLabel(count)}
          {linkKey === null ? '' : ' · Shared by link'}
        </p>
      </div>
    </article>
  )
}
