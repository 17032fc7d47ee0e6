import { X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../ui/icon-button'
import {
  capOn,
  type KeyboardLayout,
  pictureInPictureShortcut,
  shortcuts,
  theatreShortcut,
} from '../core/shortcuts'
import { readKeyboardLayout } from '../dom/keyboard-layout'
import { usePlayer } from './player-context'
import { useSurface } from './player-surface'

/**
 * The browser's own dialog: it traps the focus, closes with Escape and lies above a fullscreen player, which
 * would hide a portal. Loaded on demand.
 */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const { theatre } = useSurface()
  const { canPictureInPicture } = usePlayer()
  const [layout, setLayout] = useState<KeyboardLayout>(new Map())
  const listed = theatre ? shortcuts : shortcuts.filter((each) => each !== theatreShortcut)

  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Before the element is removed, so that the focus returns to where it was.
    return () => element?.close()
  }, [])

  useEffect(() => {
    void readKeyboardLayout().then(setLayout)
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, by the browser itself
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={() => dialog.current?.open || onClose()}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
      className="m-auto max-h-[85dvh] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto rounded-panel border border-line bg-surface-1 text-text shadow-2xl backdrop:bg-black/60"
    >
      <div className="px-5 pt-4 pb-5 sm:px-6">
        <header className="mb-2 flex items-center justify-between gap-4">
          <h2 id={titleId} className="font-bold text-section">
            Keyboard shortcuts
          </h2>
          <IconButton label="Close" className="-mr-2" onClick={() => dialog.current?.close()}>
            <X className="size-5" />
          </IconButton>
        </header>
        <dl className="grid grid-cols-[1fr_auto] items-center gap-x-6">
          {listed.map(({ label, caps }) => (
            <div key={label} className="col-span-2 grid grid-cols-subgrid border-line border-t py-2">
              <dt className="text-dim">
                {label}
                {label === pictureInPictureShortcut.label && !canPictureInPicture
                  ? " (this browser can't)"
                  : null}
              </dt>
              <dd className="flex justify-end gap-1.5">
                {caps.map((cap) => (
                  <kbd
                    key={cap}
                    className="grid h-6 min-w-6 place-items-center rounded-badge bg-surface-3 px-1.5 font-sans text-meta"
                  >
                    {capOn(layout, cap)}
                  </kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </dialog>
  )
}
