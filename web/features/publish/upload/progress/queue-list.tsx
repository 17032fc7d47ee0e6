import { Pause, Play, Plus } from 'lucide-react'
import { useId, useRef, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { isJobAtWork } from '../job/job-at-work'
import type { QueueItem } from '../queue/queue-item'
import type { UploadQueue } from '../queue/upload-queue'
import { QueueRow } from './queue-row'

export interface QueueListProps {
  queue: UploadQueue
  items: readonly QueueItem[]
  selected: string
  onSelect: (key: string) => void
  onAdd: (files: readonly File[]) => void
}

/** Lists the videos of the queue in their order, each with its progress and next step. */
export function QueueList({ queue, items, selected, onSelect, onAdd }: QueueListProps) {
  const id = useId()
  const dragged = useRef<string>(null)
  const states = useSyncExternalStore(queue.subscribe, queue.getStates)
  const isMoving = items.some(({ job }) => !job.isHeld)
  const sent = states.filter((state) => state.step === 'uploading' && state.upload.phase === 'done').length

  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={id} className="font-bold text-lead">
          {items.length} videos
        </h2>
        <p className="text-faint text-meta tabular-nums">
          {sent} of {items.length} uploaded
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <AddVideos onAdd={onAdd} />
        <Button variant="ghost" onClick={() => queue.holdAll(isMoving)}>
          {isMoving ? (
            <Pause aria-hidden="true" className="size-4" />
          ) : (
            <Play aria-hidden="true" className="size-4" />
          )}
          {isMoving ? 'Pause all' : 'Resume all'}
        </Button>
      </div>
      <ol className="grid grid-cols-1 gap-2">
        {items.map((item, index) => (
          <QueueRow
            key={item.key}
            item={item}
            isSelected={item.key === selected}
            onSelect={() => onSelect(item.key)}
            onUp={index > 0 ? () => queue.move(item.key, index - 1) : null}
            onDown={index < items.length - 1 ? () => queue.move(item.key, index + 1) : null}
            onRemove={() => void queue.remove(item.key)}
            drag={{
              onStart: () => {
                dragged.current = item.key
              },
              onOver: () => {
                if (dragged.current !== null && dragged.current !== item.key)
                  queue.move(dragged.current, index)
              },
              onEnd: () => {
                dragged.current = null
              },
            }}
          />
        ))}
      </ol>
      {states.some(isJobAtWork) ? (
        <p className="text-dim text-meta">
          Keep this tab open. If you close it, uploads continue the next time you're on this site.
        </p>
      ) : null}
      <p className="text-faint text-meta">
        Uploaded from top to bottom.{' '}
        <span className="pointer-coarse:hidden">Drag to reorder, or use Alt + arrow keys.</span>
      </p>
    </section>
  )
}

/** Chooses more videos for the queue. */
export function AddVideos({ onAdd }: { onAdd: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button onClick={() => input.current?.click()}>
        <Plus aria-hidden="true" className="size-4" />
        Add videos
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        accept="video/*,.mkv"
        aria-label="More video files"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows choosing the same files again after they were removed.
          target.value = ''
          if (files.length > 0) onAdd(files)
        }}
      />
    </>
  )
}
