import type { RefObject } from 'react'
import type { ListItem } from '#contract/schemas/videos/lists'
import { type Move, moves, type Placing, placingOf } from '#web/entities/video/reorder/move'
import { useRows } from '#web/entities/video/reorder/use-rows'
import { toast } from '#web/ui/feedback/toast'
import { ListRow } from './list-row'
import { useMoveInList, useRemoveFromList } from './mutations'
import { type Drag, useDrag } from './use-drag'

export interface ListOrderProps {
  id: number
  items: readonly ListItem[]
  /** All pages are loaded. */
  isWhole: boolean
  /** Takes the focus when the last video is removed. */
  region: RefObject<HTMLElement | null>
}

/** Lists the videos of a list in its order, which is changed by dragging, by the arrow keys and by menu. */
export function ListOrder({ id, items, isWhole, region }: ListOrderProps) {
  const { mutate: place } = useMoveInList(id)
  const { mutate: remove } = useRemoveFromList(id)
  const ids = items.map(({ videoId }) => videoId)
  const { list, said, follow, leave } = useRows(ids, region)
  // Nothing can land behind the last loaded video, since the next one isn't known.
  const { drag, begin } = useDrag(list, isWhole ? ids.length : ids.length - 1, {
    onDrop: drop,
    onPress: () => toast({ title: 'Drag it, or use the arrow keys' }),
  })

  function send(placing: Placing | null, item: ListItem, button: 'first' | 'last', to: number) {
    if (!placing) return
    const position = isWhole ? `${to + 1} of ${items.length}` : String(to + 1)
    follow(item.videoId, button, `${titleOf(item)} moved to position ${position}.`)
    place(placing)
  }

  function move(item: ListItem, by: Move, button: 'first' | 'last') {
    const at = ids.indexOf(item.videoId)
    const to = { top: 0, up: at - 1, down: at + 1, end: ids.length - 1 }[by]
    send(placingOf(ids, item.videoId, by), item, button, to)
  }

  function drop({ from, to }: Drag) {
    const item = items[from]
    const before = ids[to] ?? null
    if (!item) return
    const placing = { videoId: item.videoId, before }
    // The first button of a row is its handle.
    send(placing, item, 'first', to > from ? to - 1 : to)
  }

  function act(value: string, item: ListItem) {
    const by = moves.find((each) => each === value)
    if (by) return move(item, by, 'last')
    leave(item.videoId, titleOf(item))
    remove(item.videoId)
  }

  return (
    <>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ul ref={list} aria-label="Videos in this list" className="grid grid-cols-1 gap-4">
        {items.map((item, at) => (
          <li
            key={item.videoId}
            data-video={item.videoId}
            style={dragLook(drag, at, items.length)}
            className="flex items-center gap-2"
          >
            <ListRow
              list={String(id)}
              item={item}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              isWhole={isWhole}
              onGrab={(event) => begin(event, at)}
              onMove={(by) => move(item, by, 'first')}
              onSelect={(value) => act(value, item)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A line where the row would land, and the row itself paler. */
function dragLook(drag: Drag | null, at: number, count: number) {
  if (!drag) return undefined
  const line = '3px 0 var(--color-accent)'
  const isLastLine = drag.to === count && at === count - 1
  const boxShadow = drag.to === at ? `0 -${line}` : isLastLine ? `0 ${line}` : undefined
  return { boxShadow, opacity: drag.from === at ? 0.5 : undefined }
}

export function titleOf({ video }: ListItem): string {
  return video?.title ?? 'Unavailable video'
}
