import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Shuffle, SkipBack, SkipForward } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { ListStep } from '../../../../../contract/schemas/videos/lists'
import type { Video } from '../../../../../contract/schemas/videos/videos'
import {
  listItemsQuery,
  listQuery,
  sharedItemsQuery,
  sharedListQuery,
} from '../../../../entities/list/list-queries'
import { createShuffle, type Played, pathInList } from '../../../../entities/list/playing-order'
import { type PlayedNow, usePlayed } from '../../../../entities/list/use-played'
import { Poster } from '../../../../entities/video/poster'
import { useLocked } from '../../../../entities/video/use-locked'
import { type WatchChain, watchedBefore } from '../../../../entities/video/watch-chain'
import { paths, readId } from '../../../../lib/paths'
import type { PagedResult } from '../../../../lib/query/paged'
import { CardSkeletons } from '../../../../ui/feedback/card-skeletons'
import { LoadError } from '../../../../ui/feedback/load-error'
import { IconButton } from '../../../../ui/icon-button'
import { LoadMore } from '../../../../ui/load-more'

/** As long as its order, which it is shown with. */
const whilePlaying = { staleTime: 60_000 }

/** Shows the list that plays beside the video: what it holds, where it is, and the ways on. */
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
  const query = useInfiniteQuery({ ...listItemsQuery(id), ...whilePlaying })
  const videos = query.data?.pages.flatMap(({ items }) => items.flatMap(({ video }) => video ?? []))
  return (
    <Panel
      now={now}
      videoId={videoId}
      name={list?.name ?? ''}
      path={paths.list(id)}
      query={query}
      videos={videos}
    />
  )
}

function SharedOne({ now, videoId }: OneProps) {
  const { list: link } = now.played
  const { data: list } = useQuery(sharedListQuery(link))
  const query = useInfiniteQuery({ ...sharedItemsQuery(link), ...whilePlaying })
  const videos = query.data?.pages.flatMap(({ items }) => items)
  return (
    <Panel
      now={now}
      videoId={videoId}
      name={list?.name ?? ''}
      path={paths.sharedList(link)}
      query={query}
      videos={videos}
    />
  )
}

interface PanelProps extends OneProps {
  name: string
  /** The list's own page. */
  path: string
  query: Pick<
    PagedResult<unknown>,
    'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  videos: readonly Video[] | undefined
}

function Panel({ now, videoId, name, path, query, videos }: PanelProps) {
  const { played, steps, at } = now
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const region = useRef<HTMLElement>(null)
  const isMissing = videos !== undefined && at >= 0 && !videos.some(({ id }) => id === videoId)

  // The current video may be on a later page.
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  const isLoaded = videos !== undefined && !isMissing
  // biome-ignore lint/correctness/useExhaustiveDependencies(videoId): each video has another place
  useEffect(() => {
    const list = region.current?.querySelector<HTMLElement>('ul')
    const current = list?.querySelector<HTMLElement>('[aria-current]')
    // Only the panel scrolls, not the page.
    if (isLoaded && list && current) list.scrollTop = current.offsetTop - list.offsetTop - 60
  }, [isLoaded, videoId])

  return (
    <section
      ref={region}
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
        {videos ? null : (
          <li className="px-4 py-2">
            {query.error ? (
              <LoadError error={query.error} onRetry={query.refetch} />
            ) : (
              <CardSkeletons label="Loading the list" className="h-14" />
            )}
          </li>
        )}
        {videos?.map((video) => (
          <li key={video.id}>
            <Entry video={video} played={played} isCurrent={video.id === videoId} />
          </li>
        ))}
        {hasNextPage ? (
          <li>
            <LoadMore
              className="py-2"
              busy={isFetchingNextPage}
              failed={isFetchNextPageError}
              onMore={() => void fetchNextPage()}
            />
          </li>
        ) : null}
      </ul>
    </section>
  )
}

/** Previous, shuffle and next. */
function Ways({ now: { played, previous, next, at }, videoId }: OneProps) {
  const navigate = useNavigate()
  const { state, search } = useLocation()
  const isShuffled = played.shuffle !== null

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
      <IconButton label="Previous in list" disabled={!previous} onClick={() => go(previous)}>
        <SkipBack className="size-5 fill-current" aria-hidden />
      </IconButton>
      <IconButton
        label="Shuffle"
        aria-pressed={isShuffled}
        disabled={at < 0}
        className={clsx(isShuffled && 'text-accent')}
        onClick={shuffle}
      >
        <Shuffle className="size-5" aria-hidden />
      </IconButton>
      <IconButton label="Next in list" disabled={!next} onClick={() => go(next)}>
        <SkipForward className="size-5 fill-current" aria-hidden />
      </IconButton>
    </>
  )
}

interface EntryProps {
  video: Video
  played: Played
  isCurrent: boolean
}

function Entry({ video, played, isCurrent }: EntryProps) {
  const { state } = useLocation()
  const locked = useLocked(video)
  const step = { id: video.id, key: video.unlistedKey ?? null }
  const chain: WatchChain = { watched: [...watchedBefore(state), video.id] }
  return (
    <Link
      to={pathInList(step, played)}
      state={chain}
      aria-current={isCurrent ? 'true' : undefined}
      className="flex items-center gap-3 px-4 py-2 hover:bg-surface-2 focus-visible:-outline-offset-2 aria-[current]:bg-surface-2"
    >
      <span className="w-24 shrink-0 overflow-hidden rounded-badge">
        <Poster src={video.thumbnailUrl} />
      </span>
      <span className="grid min-w-0">
        <span className="wrap-anywhere line-clamp-2 font-medium">{video.title}</span>
        <span className="truncate text-faint text-meta">
          {locked ? 'Premium · ' : ''}
          {video.uploader.username}
        </span>
      </span>
    </Link>
  )
}
