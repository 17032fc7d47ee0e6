import { useSurface } from '#web/player/ui/player-surface'

export interface PictureNoteProps {
  text: string
  action: string
  onAction: () => void
}

/** Renders a note at the top of the picture, with one action. */
export function PictureNote({ text, action, onAction }: PictureNoteProps) {
  const { wake } = useSurface()
  return (
    <div
      role="status"
      onPointerDown={wake}
      className="absolute top-2 left-2 flex animate-fade items-center rounded-full bg-black/75 pl-3.5 text-meta sm:top-4 sm:left-4"
    >
      <span className="tabular-nums">{text}</span>
      <span aria-hidden="true" className="pl-2 text-dim">
        ·
      </span>
      <button
        type="button"
        onClick={onAction}
        className="h-10 rounded-full pr-3.5 pl-2 font-medium text-accent-bright hover:underline pointer-coarse:h-11"
      >
        {action}
      </button>
    </div>
  )
}
