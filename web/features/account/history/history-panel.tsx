import { useInfiniteQuery } from '@tanstack/react-query'
import { Clock, Pause, Play, Trash } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import { VideoLineSkeletons } from '#web/entities/video/card/video-line.tsx'
import { historyQuery } from '#web/entities/video/history/queries'
import { useUpdatePreferences } from '#web/entities/viewer/use-update-preferences'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { HistorySearch } from './history-search'
import { useClearHistory, useRemoveWatched } from './mutations'
import { WatchedDays } from './watched-days'

export interface HistoryPanelProps {
  user: User
  /** Words in titles; empty for the whole history. */
  search: string
  onSearch: (search: string) => void
}

/** Shows the account's watch history, latest first. */
export function HistoryPanel({ user, search, onSearch }: HistoryPanelProps) {
  const query = useInfiniteQuery(historyQuery(search))
  const remove = useRemoveWatched(user.id)
  const region = useRef<HTMLElement>(null)
  const isPaused = !user.savesHistory
  const isEmpty = query.data?.pages.every(({ items }) => items.length === 0) && !query.hasNextPage

  function showEverything() {
    onSearch('')
    // The button disappears together with the empty result.
    region.current?.querySelector('input')?.focus()
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Watch History" className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <HistorySearch search={search} onSearch={onSearch} />
        {/* Level with the field, which has its label above it. */}
        <div className="flex flex-wrap gap-2 sm:pt-7">
          <PauseButton isPaused={isPaused} />
          <ClearButton hidden={search === '' && isEmpty === true} region={region} />
        </div>
      </div>
      {isPaused ? (
        <Alert title="Watch history is paused">
          We don't record what you watch or where you stopped. Existing history stays until you delete it.
        </Alert>
      ) : null}
      <PagedList
        query={query}
        skeleton={<VideoLineSkeletons label="Loading your watch history" />}
        empty={<Nothing search={search} onShowEverything={showEverything} />}
      >
        {(entries) => <WatchedDays entries={entries} region={region} onRemove={(id) => remove.mutate(id)} />}
      </PagedList>
    </section>
  )
}

function Nothing({ search, onShowEverything }: { search: string; onShowEverything: () => void }) {
  if (search === '') {
    return (
      <EmptyState icon={<Clock />} title="Nothing watched yet" text="Your watch history will appear here." />
    )
  }
  return (
    <EmptyState
      icon={<Clock />}
      title="Nothing found"
      text={`No video in your history has “${search}” in its title.`}
      action={<Button onClick={onShowEverything}>Show everything</Button>}
    />
  )
}

function PauseButton({ isPaused }: { isPaused: boolean }) {
  const { mutate, isPending } = useUpdatePreferences()
  const Sign = isPaused ? Play : Pause
  return (
    <Button busy={isPending} onClick={() => mutate({ saveWatchHistory: isPaused })}>
      {isPending ? null : <Sign aria-hidden="true" className="size-4" />}
      {isPaused ? 'Resume history' : 'Pause history'}
    </Button>
  )
}

interface ClearButtonProps {
  /** There is nothing to clear. */
  hidden: boolean
  /** Takes the focus when the list becomes empty. */
  region: RefObject<HTMLElement | null>
}

function ClearButton({ hidden, region }: ClearButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const noteOpener = useFocusAfter(isOpen, region)
  const { mutate, isPending } = useClearHistory()
  return (
    <>
      {hidden ? null : (
        <Button
          variant="ghost"
          onClick={() => {
            noteOpener()
            setOpen(true)
          }}
        >
          <Trash aria-hidden="true" className="size-4" />
          Clear all
        </Button>
      )}
      {isOpen ? (
        <ConfirmDialog
          title="Clear watch history"
          description="This deletes your history and playback positions. This action cannot be undone."
          act={['Clear history', 'Clearing...']}
          destructive
          busy={isPending}
          onConfirm={() => mutate(undefined, { onSettled: () => setOpen(false) })}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}
