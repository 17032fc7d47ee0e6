import { useInfiniteQuery } from '@tanstack/react-query'
import { EllipsisVertical, ListVideo, Pencil, Share2, Trash } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { VideoList } from '#contract/schemas/videos/lists'
import { listItemsQuery } from '#web/entities/list/list-queries'
import { PlayButtons } from '#web/entities/list/play-buttons.tsx'
import { VideoLineSkeletons } from '#web/entities/video/card/video-line.tsx'
import { NoVideosYet } from '#web/entities/video/no-videos-yet.tsx'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { countLabel } from './count-label'
import { ListOrder } from './list-order'

const ShareListDialog = lazyDialog(() => import('./share-list-dialog'), 'ShareListDialog')
const RenameListDialog = lazyDialog(() => import('./name-dialog'), 'RenameListDialog')
const DeleteListDialog = lazyDialog(() => import('./delete-list-dialog'), 'DeleteListDialog')

type Opened = 'share' | 'rename' | 'delete'

/** Shows one of the account's lists: to play, to order, to share. */
export function ListView({ list }: { list: VideoList }) {
  const query = useInfiniteQuery(listItemsQuery(list.id))
  const region = useRef<HTMLElement>(null)
  return (
    <>
      <h1 className="wrap-anywhere font-bold text-title">{list.name}</h1>
      <p className="mt-1 mb-4 text-dim tabular-nums">
        {countLabel(list.count)} · {list.linkKey === null ? 'Only you can see it' : 'Shared by link'}
      </p>
      <div className="mb-6 flex flex-wrap gap-3">
        <PlayButtons list={String(list.id)} />
        <Acts list={list} />
      </div>
      <section ref={region} tabIndex={-1} aria-label="Videos" className="grid max-w-4xl gap-6">
        <PagedList
          query={query}
          skeleton={<VideoLineSkeletons label="Loading the list" />}
          empty={
            <NoVideosYet
              icon={<ListVideo />}
              title="Nothing in this list yet"
              text="Choose “Save to…” below a video to add it."
            />
          }
        >
          {(items) => <ListOrder id={list.id} items={items} isWhole={!query.hasNextPage} region={region} />}
        </PagedList>
      </section>
    </>
  )
}

function Acts({ list }: { list: VideoList }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const region = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, region)

  function open(dialog: Opened) {
    rememberOpener()
    setOpened(dialog)
  }

  const dialog = { list, onClose: () => setOpened(null) }
  return (
    <div ref={region} tabIndex={-1} className="flex flex-wrap gap-3">
      <Button onClick={() => open('share')}>
        <Share2 aria-hidden="true" className="size-4" />
        Share
      </Button>
      <Menu
        trigger={
          <IconButton label="List actions">
            <EllipsisVertical className="size-5" />
          </IconButton>
        }
        items={[
          { value: 'rename', label: 'Rename', icon: <Pencil /> },
          { value: 'delete', label: 'Delete list', icon: <Trash />, destructive: true },
        ]}
        onSelect={(value) => open(value === 'rename' ? 'rename' : 'delete')}
      />
      <Suspense>
        {opened === 'share' ? <ShareListDialog {...dialog} /> : null}
        {opened === 'rename' ? <RenameListDialog {...dialog} /> : null}
        {opened === 'delete' ? <DeleteListDialog {...dialog} /> : null}
      </Suspense>
    </div>
  )
}
