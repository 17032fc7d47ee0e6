import clsx from 'clsx'
import {
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CircleCheck,
  GripVertical,
  Pause,
  Play,
  RotateCcw,
  X,
} from 'lucide-react'
import { type DragEvent, type KeyboardEvent, useSyncExternalStore } from 'react'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { loadDraft } from '../draft/draft'
import { pausable } from '../engine/upload'
import { nameOf, type QueueItem } from '../queue/queue-item'
import { stateOf } from './item-state'

export interface QueueRowProps {
  item: QueueItem
  isSelected: boolean
  onSelect: () => void
  /** Null at the end of the list. */
  onUp: (() => void) | null
  onDown: (() => void) | null
  onRemove: () => void
  drag: {
    onStart: () => void
    onOver: () => void
    onEnd: () => void
  }
}

/** Renders a video of the queue. It is moved by dragging, its buttons, or Alt and an arrow key on any of them. */
export function QueueRow({ item, isSelected, onSelect, onUp, onDown, onRemove, drag }: QueueRowProps) {
  const { job } = item
  const state = useSyncExternalStore(job.subscribe, job.getState)
  const draft = loadDraft(item.key)
  const name = nameOf(item, draft)
  const { text, tone, share } = stateOf(item, state, draft)

  function onKeyDown(event: KeyboardEvent) {
    const move = event.key === 'ArrowUp' ? onUp : event.key === 'ArrowDown' ? onDown : null
    if (!event.altKey || !move) return
    event.preventDefault()
    move()
  }

  return (
    <li
      draggable
      onDragStart={(event: DragEvent) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', name)
        drag.onStart()
      }}
      onDragEnter={drag.onOver}
      onDragOver={(event) => {
        // Files are for the page around.
        if (!event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDragEnd={drag.onEnd}
      onKeyDown={onKeyDown}
      className={clsx(
        'grid gap-2 rounded-card border px-3 py-2',
        isSelected ? 'border-accent bg-surface-2' : 'border-line bg-surface-1',
      )}
    >
      <div className="flex items-center gap-2">
        <GripVertical aria-hidden="true" className="size-4 shrink-0 text-faint max-md:hidden" />
        <button
          type="button"
          aria-current={isSelected || undefined}
          onClick={onSelect}
          className="grid min-w-0 flex-1 gap-0.5 rounded-nav py-1 text-left"
        >
          <span className="truncate font-medium">{name}</span>
          <span
            className={clsx(
              'flex items-start gap-1.5 text-meta tabular-nums',
              { calm: 'text-faint', done: 'text-success', danger: 'text-danger' }[tone],
            )}
          >
            {tone === 'danger' ? <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" /> : null}
            {tone === 'done' ? <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" /> : null}
            <span className="min-w-0 wrap-anywhere">{text}</span>
          </span>
        </button>
        <RowAction item={item} name={name} />
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X className="size-4" />
        </IconButton>
      </div>
      {share === null ? null : <ProgressBar label={`Progress of ${name}`} value={share} />}
      {isSelected ? (
        <div className="flex items-center gap-2">
          <IconButton
            label={`Move ${name} up`}
            whyNot={onUp ? null : 'Already first'}
            onClick={onUp ?? undefined}
          >
            <ArrowUp className="size-4" />
          </IconButton>
          <IconButton
            label={`Move ${name} down`}
            whyNot={onDown ? null : 'Already last'}
            onClick={onDown ?? undefined}
          >
            <ArrowDown className="size-4" />
          </IconButton>
        </div>
      ) : null}
    </li>
  )
}

function RowAction({ item: { job }, name }: { item: QueueItem; name: string }) {
  const state = job.getState()
  if (state.step !== 'uploading') return null
  const { phase, canRetry } = state.upload
  if (pausable.includes(phase)) {
    return (
      <IconButton label={`Pause ${name}`} onClick={() => job.pause()}>
        <Pause className="size-4" />
      </IconButton>
    )
  }
  if (phase === 'paused') {
    return (
      <IconButton label={`Resume ${name}`} onClick={() => job.resume()}>
        <Play className="size-4" />
      </IconButton>
    )
  }
  return phase === 'failed' && canRetry ? (
    <IconButton label={`Try ${name} again`} onClick={() => job.resume()}>
      <RotateCcw className="size-4" />
    </IconButton>
  ) : null
}
