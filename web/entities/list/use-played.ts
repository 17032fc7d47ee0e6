import { useQuery } from '@tanstack/react-query'
import type { ListStep } from '#contract/schemas/videos/lists'
import { readId } from '../../lib/navigation/paths'
import { isLocked } from '../video/card/use-locked'
import { useViewer } from '../viewer/viewer-query'
import { listStepsQuery } from './list-queries'
import { inPlayingOrder, type Played, readPlayed } from './playing-order'

export interface PlayedNow {
  played: Played
  /** Undefined while it loads or can't, null when there is no such list. */
  steps: readonly ListStep[] | null | undefined
  /** Why the order couldn't be loaded. */
  error: unknown
  retry: () => unknown
  /** Where the video is in the order; -1 when it isn't in the list. */
  at: number
  /** The nearest videos on either side that the viewer may play. */
  previous: ListStep | null
  next: ListStep | null
}

/**
 * Returns the list that plays on a video's page, with the videos before and after; null without a list. A
 * visitor has none where the URL names an account's own list.
 */
export function usePlayed(videoId: number, search: string): PlayedNow | null {
  const viewer = useViewer()
  const named = readPlayed(search)
  const isOwn = named !== null && readId(named.list) !== null
  const played = isOwn && !viewer.user && !viewer.pending ? null : named
  const isKnown = played !== null && (!isOwn || viewer.user !== null)
  const { data, error, refetch } = useQuery({ ...listStepsQuery(played?.list ?? ''), enabled: isKnown })
  if (!played) return null
  const steps = data && inPlayingOrder(data, played.shuffle)
  const at = steps?.findIndex(({ id }) => id === videoId) ?? -1
  const open = (step: ListStep) => !isLocked(step, viewer)
  return {
    played,
    steps,
    error: data === undefined ? error : null,
    retry: refetch,
    at,
    previous: steps?.slice(0, Math.max(at, 0)).findLast(open) ?? null,
    next: (at >= 0 && steps?.slice(at + 1).find(open)) || null,
  }
}
