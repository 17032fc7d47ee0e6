import { BookmarkX, EllipsisVertical } from 'lucide-react'
import type { RefObject } from 'react'
import type { SavedVideo } from '#contract/schemas/videos/library'
import type { SavedOrder } from '#contract/values/videos/library'
import { VideoLine } from '#web/entities/video/card/video-line.tsx'
import { moves, placingOf } from '#web/entities/video/reorder/move'
import { moveItems, movesFrom } from '#web/entities/video/reorder/move-items.tsx'
import { useRows } from '#web/entities/video/reorder/use-rows'
import { formatShortDate } from '#web/lib/format'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, type MenuItem } from '#web/ui/overlay/menu.tsx'
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
  const ids = kept.map(({ video }) => video.id)
  const { list, said, follow, leave } = useRows(ids, region)

  function act(value: string, { video }: SavedVideo) {
    const move = moves.find((each) => each === value)
    if (!move) {
      leave(video.id, video.title)
      unsave(video.id)
      return
    }
    const placing = placingOf(ids, video.id, move)
    if (!placing) return
    follow(video.id, 'last', `${moveItems[move].label}: ${video.title}`)
    place(placing)
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

function itemsOf(order: SavedOrder, at: number, count: number, isWhole: boolean): MenuItem[] {
  const remove = { value: 'remove', label: 'Remove from Saved', icon: <BookmarkX />, destructive: true }
  if (order !== 'own') return [remove]
  return [...movesFrom({ isFirst: at === 0, isLast: at === count - 1, isWhole }), remove]
}
