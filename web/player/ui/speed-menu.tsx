import { lazy, Suspense, useId, useState } from 'react'
import { formatSpeed } from '../core/speeds'
import { ControlButton } from './control-button'
import { usePlayback } from './player-context'

const loadList = () => import('./speed-menu-list')
const SpeedMenuList = lazy(loadList)

/** The button is ours, so that it stands from the start; the menu behind it comes with the first interest. */
export function SpeedMenu({ onOpenChange }: { onOpenChange: (open: boolean) => void }) {
  const id = useId()
  const rate = usePlayback((state) => state.rate)
  const [open, setOpen] = useState(false)
  /** Stays once it was open, so that closing can hand the focus back. */
  const [mounted, setMounted] = useState(false)

  function change(next: boolean): void {
    setOpen(next)
    setMounted(true)
    onOpenChange(next)
  }

  return (
    <>
      <ControlButton
        id={id}
        label={`Playback speed ${formatSpeed(rate)}`}
        hotkey="< >"
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={loadList}
        onFocus={loadList}
        onClick={() => change(!open)}
        className="px-2 font-bold text-meta tabular-nums"
      >
        {formatSpeed(rate)}
      </ControlButton>
      {mounted ? (
        <Suspense>
          <SpeedMenuList triggerId={id} open={open} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  )
}
