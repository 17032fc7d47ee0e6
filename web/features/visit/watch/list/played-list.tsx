import { keepPreviousData, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Shuffle, SkipBack, SkipForward } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ListStep } from '#contract/schemas/videos/lists'
import type { Video } from '#contract/schemas/videos/video'
import { listQuery, listVideosQuery, sharedListQuery } from '#web/entities/list/list-queries'
import { createShuffle, type Played, pathInList } from '#web/entities/list/playing-order'
import { type PlayedNow, usePlayed } from '#web/entities/list/use-played'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { useLocked } from '#web/entities/video/card/use-locked'
import { type WatchChain, watchedBefore } from '#web/entities/video/playback/watch-chain'
import { paths, readId } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Cuts, cutsAround, earlier, later, noCuts, partsOf } from './shown-parts'

/** Shows the list that plays beside the video: its videos, the current place, and the ways on. */
export function PlayedList({ videoId }: { videoId: number }) {
  const { search } = useLocation()
  const now = usePlayed(videoId, search)
  if (!now || now.steps === null) return null
  if (now.error) return <LoadError error={now.error} onRetry={now.retry} />
  const id = readId(now.played.list)
  return id === null ? (
    <SharedOne now={now} videoId={videoId} />
  ) : (
    <OwnOne id={id} now={now} videoId={videoId} />
  )
}

interface OneProps {
  now: PlayedNow
  videoId: number
}

function OwnOne({ id, now, videoId }: OneProps & { id: number }) {
  const { data: list } = useQuery(listQuery(id))
  return <Panel now={now} videoId={videoId} name={list?.name ?? ''} path={paths.list(id)} />
}

function SharedOne({ now, videoId }: OneProps) {
  const { list: link } = now.played
  const { data: list } = useQuery(sharedListQuery(link))
  return <Panel now={now} videoId={videoId} name={list?.name ?? ''} path={paths.sharedList(link)} />
}

interface PanelProps extends OneProps {
  name: string
  /** The list's own page. */
  path: string
}

function Panel({ now, videoId, name, path }: PanelProps) {
  const { steps, at } = now
  const region = useRef<HTMLElement>(null)
  return (
    <section
      ref={region}
      tabIndex={-1}
      aria-label={`List: ${name}`}
      className="mb-6 flex h-96 flex-col overflow-hidden rounded-panel border border-line bg-surface-1"
    >
      <div className="flex items-center gap-1 border-line border-b py-2 pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="truncate font-bold">
            <Link to={path} className="hover:underline">
              {name}
            </Link>
          </h2>
          <p className="text-faint text-meta tabular-nums">
            {steps && at >= 0 ? `${at + 1} of ${steps.length}` : ' '}
          </p>
        </div>
        <Ways now={now} videoId={videoId} />
      </div>
      <ul aria-label="Videos in this list" className="relative flex-1 overflow-y-auto py-2">
        {steps ? (
          <Entries
            // Another order is another list to look at.
            key={`${now.played.list} ${now.played.shuffle}`}
            now={now}
            steps={steps}
            videoId={videoId}
            onEnd={() => region.current?.focus()}
          />
        ) : (
          <Loading />
        )}
      </ul>
    </section>
  )
}

interface EntriesProps extends OneProps {
  steps: readonly ListStep[]
  /** The focus was on a button that goes. */
  onEnd: () => void
}

/** Shows the part of the list around the current video, in playing order. */
function Entries({ now: { played, at }, steps, videoId, onEnd }: EntriesProps) {
  const [shown, setShown] = useState(noCuts)
  const scrolledTo = useRef<number | null>(null)
  const cuts = cutsAround(at, steps.length, shown)
  if (cuts !== shown) setShown(cuts)
  const hasEarlier = (cuts[0] ?? 0) > 0
  const hasLater = (cuts.at(-1) ?? 0) < steps.length

  function show(next: Cuts, isEnd: boolean) {
    setShown(next)
    if (isEnd) onEnd()
  }

  return (
    <>
      {hasEarlier ? (
        <More
          label="Show earlier"
          onMore={() => {
            const next = earlier(cuts)
            show(next, next[0] === 0)
          }}
        />
      ) : null}
      {partsOf(steps, cuts).map((part, index) => (
        <Part key={cuts[index]} played={played} steps={part} videoId={videoId} scrolledTo={scrolledTo} />
      ))}
      {hasLater ? (
        <More
          label="Show more"
          onMore={() => {
            const next = later(cuts, steps.length)
            show(next, next.at(-1) === steps.length)
          }}
        />
      ) : null}
    </>
  )
}

function More({ label, onMore }: { label: string; onMore: () => void }) {
  return (
    <li className="grid justify-items-center py-2">
      <Button onClick={onMore}>{label}</Button>
    </li>
  )
}

interface PartProps {
  played: Played
  steps: readonly ListStep[]
  videoId: number
  scrolledTo: ScrolledTo
}

/** The video that the panel was last scrolled to: a row rendered again doesn't throw the viewer back. */
type ScrolledTo = RefObject<number | null>

function Part({ played, steps, videoId, scrolledTo }: PartProps) {
  const ids = steps.map(({ id }) => id)
  const { data, error, refetch } = useQuery({
    ...listVideosQuery(played.list, ids),
    // A video that leaves the list moves one of the next part into this one: the others stay as they are.
    placeholderData: keepPreviousData,
  })
  if (!data) return <Loading error={error} onRetry={refetch} />
  const videos = new Map(data.map((video) => [video.id, video]))
  return ids
    .flatMap((id) => videos.get(id) ?? [])
    .map((video) => (
      <Entry
        key={video.id}
        video={video}
        played={played}
        isCurrent={video.id === videoId}
        scrolledTo={scrolledTo}
      />
    ))
}

function Loading({ error, onRetry }: { error?: Error | null; onRetry?: () => unknown }) {
  return (
    <li className="px-4 py-2">
      {error && onRetry ? (
        <LoadError error={error} onRetry={onRetry} />
      ) : (
        <CardSkeletons label="Loading the list" className="h-14" />
      )}
    </li>
  )
}

/** Previous, shuffle and next. */
function Ways({ now: { played, steps, previous, next, at }, videoId }: OneProps) {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const isShuffled = played.shuffle !== null

  /** Why none of them leads anywhere. */
  const whyNone = steps ? (at < 0 ? "This video isn't in the list" : null) : 'The list is loading'

  function go(step: ListStep | null) {
    const chain: WatchChain = { watched: [...watchedBefore(state), videoId] }
    if (step) navigate(pathInList(step, played), { state: chain })
  }

  function shuffle() {
    const here = { id: videoId, key: new URLSearchParams(search).get('key') }
    const other: Played = { ...played, shuffle: isShuffled ? null : createShuffle(videoId) }
    // The video goes on as it is.
    navigate(pathInList(here, other), { replace: true, state })
  }

  return (
    <>
      <IconButton
        label="Previous in list"
        whyNot={whyNone ?? (previous ? null : "There's no earlier video to play")}
        onClick={() => go(previous)}
      >
        <SkipBack className="size-5 fill-current" aria-hidden />
      </IconButton>
      <IconButton
        label="Shuffle"
        whyNot={whyNone}
        aria-pressed={isShuffled}
        className={clsx(isShuffled && 'text-accent')}
        onClick={shuffle}
      >
        <Shuffle className="size-5" aria-hidden />
      </IconButton>
      <IconButton
        label="Next in list"
        whyNot={whyNone ?? (next ? null : "There's no later video to play")}
        onClick={() => go(next)}
      >
        <SkipForward className="size-5 fill-current" aria-hidden />
      </IconButton>
    </>
  )
}

interface EntryProps {
  video: Video
  played: Played
  isCurrent: boolean
  scrolledTo: ScrolledTo
}

function Entry({ video, played, isCurrent, scrolledTo }: EntryProps) {
  const { state } = useLocation()
  const locked = useLocked(video)
  const step = { id: video.id, key: video.unlistedKey ?? null }
  const chain: WatchChain = { watched: [...watchedBefore(state), video.id] }
  const row = useRef<HTMLLIElement>(null)

  useEffect(() => {
    const list = row.current?.parentElement
    if (!isCurrent || !row.current || !list || scrolledTo.current === video.id) return
    scrolledTo.current = video.id
    // Only the panel scrolls, not the page.
    list.scrollTop = row.current.offsetTop - 60
  }, [isCurrent, scrolledTo, video.id])

  return (
    <li ref={row}>
      <Link
        to={pathInList(step, played)}
        state={chain}
        aria-current={isCurrent ? 'true' : undefined}
        className="flex items-center gap-3 px-4 py-2 hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current]:bg-surface-2"
      >
        <span className="w-24 shrink-0 overflow-hidden rounded-badge">
          <Poster of={video} sizes="96px" />
        </span>
        <span className="grid min-w-0">
          <span className="wrap-anywhere line-clamp-2 font-medium">{video.title}</span>
          <span className="truncate text-faint text-meta">
            {locked ? 'Premium · ' : ''}
            {video.uploader.username}
          </span>
        </span>
      </Link>
    </li>
  )
}
