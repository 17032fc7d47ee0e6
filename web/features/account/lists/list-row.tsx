import { EllipsisVertical, EyeOff, GripVertical, ListX } from 'lucide-react'
import type { KeyboardEvent, PointerEvent } from 'react'
import type { ListItem } from '#contract/schemas/videos/lists'
import { pathInList } from '#web/entities/list/playing-order'
import { VideoLine } from '#web/entities/video/card/video-line.tsx'
import type { Move } from '#web/entities/video/reorder/move'
import { movesFrom, type Placed } from '#web/entities/video/reorder/move-items.tsx'
import { formatShortDate } from '#web/lib/format'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'

const remove = { value: 'remove', label: 'Remove from list', icon: <ListX />, destructive: true }

const moveKeys: Partial<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'top',
  End: 'end',
}

export interface ListRowProps extends Placed {
  /** As the video's address names it. */
  list: string
  item: ListItem
  onGrab: (event: PointerEvent<HTMLElement>) => void
  onMove: (by: Move) => void
  onSelect: (value: string) => void
}

export function ListRow({ list, item, onGrab, onMove, onSelect, ...place }: ListRowProps) {
  const { video, addedAt } = item
  const title = video?.title ?? 'Unavailable video'
  const menu = (
    <Menu
      trigger={
        <IconButton label={`Actions: ${title}`}>
          <EllipsisVertical className="size-5" />
        </IconButton>
      }
      items={[...movesFrom(place), remove]}
      onSelect={onSelect}
    />
  )

  function onKeyDown(event: KeyboardEvent) {
    const by = moveKeys[event.key]
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onMove(by)
  }

  return (
    <>
      <IconButton
        label={`Move: ${title}`}
        title="Drag, or use the arrow keys"
        // A finger on it drags the row, not the page.
        style={{ touchAction: 'none', cursor: 'grab', marginLeft: -8 }}
        onPointerDown={onGrab}
        onKeyDown={onKeyDown}
      >
        <GripVertical className="size-5" aria-hidden />
      </IconButton>
      <div className="min-w-0 flex-1">
        {video ? (
          <VideoLine
            video={video}
            level={2}
            to={pathInList({ id: video.id, key: video.unlistedKey ?? null }, { list, shuffle: null })}
            note={
              <>
                Added <time dateTime={addedAt}>{formatShortDate(addedAt)}</time>
              </>
            }
            actions={menu}
          />
        ) : (
          <article className="flex min-h-19 items-center gap-3 rounded-card border border-line pl-4">
            <EyeOff aria-hidden="true" className="size-5 shrink-0 text-faint" />
            <h2 className="min-w-0 flex-1 text-dim">Unavailable video</h2>
            {menu}
          </article>
        )}
      </div>
    </>
  )
}
