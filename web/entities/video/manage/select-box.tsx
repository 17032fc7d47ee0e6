import clsx from 'clsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import type { Selection } from './use-selection'

export interface SelectBoxProps<Item> {
  video: Item
  selection: Selection<Item>
  /** Videos that one action may change. */
  atMost: number
  className?: string
}

/** Selects a video; with Shift, all from the one before. */
export function SelectBox<Item extends { id: number; title: string }>({
  video: { id, title },
  selection,
  atMost,
  className,
}: SelectBoxProps<Item>) {
  const selected = selection.has(id)
  const isFull = selection.full && !selected
  return (
    <Checkbox
      data-select
      label={<span className="sr-only">Select {title}</span>}
      className={clsx('-mr-1 pl-2', className)}
      checked={selected}
      disabled={isFull}
      title={isFull ? `${atMost} are selected, the maximum.` : undefined}
      onChange={({ target, nativeEvent }) =>
        selection.toggle(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}
