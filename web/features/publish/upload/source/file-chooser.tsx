import clsx from 'clsx'
import { FilePlay } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'

export interface FileChooserProps {
  /** Receives at least one file, and only one unless `multiple`. */
  onChoose: (files: readonly [File, ...File[]]) => void
  multiple?: boolean
  /** The ID of the sentence that says that there is no video yet. */
  errorId?: string | undefined
  /** The problem, or why nothing can be chosen any more; the button's description. */
  help: string
}

/** Lets the user choose a video or drop it. */
export function FileChooser({ onChoose, multiple = false, errorId, help }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    // The page takes files dropped beside this, and must not take these twice.
    event.stopPropagation()
    setOver(false)
    choose(event.dataTransfer.files)
  }

  function choose(files: FileList | null) {
    const [first, ...others] = files ?? []
    if (first) onChoose(multiple ? [first, ...others] : [first])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={clsx(
        'grid justify-items-center gap-3 rounded-card border border-line border-dashed px-4 py-10 text-center transition-colors',
        over ? 'border-accent bg-accent/8' : 'bg-surface-1',
      )}
    >
      <FilePlay aria-hidden="true" className="size-9 text-faint" />
      <p className="max-sm:hidden">
        {multiple ? 'Drag one or more videos here, or' : 'Drag a video here, or'}
      </p>
      <Button
        data-invalid={errorId && true}
        aria-describedby={errorId}
        onClick={() => input.current?.click()}
      >
        choose a file
      </Button>
      <p className="text-faint text-meta">{help}</p>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept="video/*,.mkv"
        aria-label="Video file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          choose(target.files)
          // Allows choosing the same file again after a Reset.
          target.value = ''
        }}
      />
    </div>
  )
}
