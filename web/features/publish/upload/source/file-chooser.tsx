import clsx from 'clsx'
import { FileVideo } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../../../ui/button'

export interface FileChooserProps {
  onChoose: (file: File) => void
  /** The problem, or why nothing can be chosen any more; the button's description. */
  help: string
}

/** Lets the user choose a video or drop it. */
export function FileChooser({ onChoose, help }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file) onChoose(file)
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
      <FileVideo aria-hidden="true" className="size-9 text-faint" />
      <p className="max-sm:hidden">Drag a video here, or</p>
      <Button onClick={() => input.current?.click()}>choose a file</Button>
      <p className="text-faint text-meta">{help}</p>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv"
        aria-label="Video file"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Allows choosing the same file again after a Reset.
          target.value = ''
          if (file) onChoose(file)
        }}
      />
    </div>
  )
}
