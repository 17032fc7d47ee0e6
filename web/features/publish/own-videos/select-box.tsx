import clsx from 'clsx'
import type { Video } from '../../../../contract/schemas/videos/videos'
import { ownBulkSize } from '../../../../contract/values/videos/videos'
import type { Selection } from '../../../entities/video/use-selection'
import { Checkbox } from '../../../ui/form/checkbox'

export interface SelectBoxProps {
  video: Video
  selection: Selection<Video>
  className?: string
}

/** Selects a video; with Shift, all from the one before. */
export function SelectBox({ video: { id, title }, selection, className }: SelectBoxProps) {
  const selected = selection.has(id)
  const isFull = selection.full && !selected
  return (
    <Checkbox
      data-select
      label={<span className="sr-only">Select {title}</span>}
      className={clsx('-mr-1 pl-2', className)}
      checked={selected}
      disabled={isFull}
      title={isFull ? `${ownBulkSize} are selected, the maximum.` : undefined}
      onChange={({ target, nativeEvent }) =>
        selection.toggle(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
      }
    />
  )
}
