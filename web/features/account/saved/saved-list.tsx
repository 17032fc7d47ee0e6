import { BookmarkX, EllipsisVertical } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { SavedVideo } from '../../../../contract/schemas/videos/library'
import type { SavedOrder } from '../../../../contract/values/videos/library'
import { moves, placingOf } from '../../../entities/video/move'
import { moveItems, movesFrom } from '../../../entities/video/move-items'
import { VideoLine } from '../../../entities/video/video-line'
import { formatShortDate } from '../../../lib/format'
import { neighbourOf } from '../../../lib/neighbour-of'
import { IconButton } from '../../../ui/icon-button'
import { Menu, type MenuItem } from '../../../ui/menu'
import { usePlaceSaved, useUnsave } from './mutations'

export interface SavedListProps {
  account: number
  kept: readonly SavedVideo[]
  order: SavedOrder
  /** All pages are loaded. */
  isWhole: boolean
  /** Takes the focus when the last video is removed. */
  region: RefObject<HTMLElement | null>
}

export function SavedList({ account, kept, order, isWhole, region }: SavedListProps) {
  const { mutate: place } = usePlaceSaved()
  const { mutate: unsave } = useUnsave(account)
  const list = useRef<HTMLUListElement>(null)
  const [said, say] = useState('')
  const moved = useRef<number>(null)
  const ids = kept.map(({ video }) => video.id)

  const arrangement = ids.join()

  // biome-ignore lint/correctness/useExhaustiveDependencies(arrangement): a line that moves loses the focus
  useEffect(() => {
    const id = moved.current
    if (id === null) return
    moved.current = null
    // A video moved past the loaded pages has no button.
    focusAfterMenu(() => buttonIn(list.current, id) ?? region.current)
  }, [arrangement, region])

  function act(value: string, { video }: SavedVideo) {
    const move = moves.find((each) => each === value)
    if (!move) {
      const button = buttonIn(list.current, video.id)
      const target = button ? neighbourOf(button, region) : null
      focusAfterMenu(() => target)
      unsave(video.id)
      say(`Removed ${video.title}`)
      return
    }
    const placing = placingOf(ids, video.id, move)
    if (!placing) return
    moved.current = video.id
    place(placing)
    say(`${moveItems[move].label}: ${video.title}`)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul ref={list} aria-label="Saved videos" className="grid gap-4">
        {kept.map((each, at) => (
          <li key={each.video.id} data-video={each.video.id}>
            <VideoLine
              video={each.video}
              level={2}
              note={
                <>
                  Saved <time dateTime={each.savedAt}>{formatShortDate(each.savedAt)}</time>
                </>
              }
              actions={
                <Menu
                  trigger={
                    <IconButton label={`Actions: ${each.video.title}`}>
                      <EllipsisVertical className="size-5" />
                    </IconButton>
                  }
                  items={itemsOf(order, at, kept.length, isWhole)}
                  onSelect={(value) => act(value, each)}
                />
              }
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * Zag moves the focus in a microtask when its menu closes, and in the frame after an arrow key. A frame that is
 * requested now comes after both.
 */
function focusAfterMenu(target: () => HTMLElement | null): void {
  requestAnimationFrame(() => target()?.focus())
}

function buttonIn(list: HTMLElement | null, id: number) {
  return list?.querySelector<HTMLElement>(`[data-video="${id}"] button`) ?? null
}

function itemsOf(order: SavedOrder, at: number, count: number, isWhole: boolean): MenuItem[] {
  const remove = { value: 'remove', label: 'Remove from Saved', icon: <BookmarkX />, destructive: true }
  if (order !== 'own') return [remove]
  return [...movesFrom({ isFirst: at === 0, isLast: at === count - 1, isWhole }), remove]
}
