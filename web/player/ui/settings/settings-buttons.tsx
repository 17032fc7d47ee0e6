import { Settings } from 'lucide-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { lazyExtra, loadAhead } from '#web/lib/lazy-part'
import { formatSpeed } from '../../core/speeds'
import { ControlButton } from '../control-button'
import { usePlayback } from '../player-context'
import { useSurface } from '../player-surface'

const loadMenu = () => import('./settings-menu')
const SettingsMenu = lazyExtra(loadMenu, 'SettingsMenu')

export type MenuPage = 'main' | 'quality' | 'speed' | 'captions'

export function SettingsButton() {
  return (
    <MenuButton label="Settings" page="main">
      <Settings className="size-5" aria-hidden />
    </MenuButton>
  )
}

/** Opens the speeds directly, and shows the current one. */
export function SpeedButton() {
  const speed = formatSpeed(usePlayback((state) => state.rate))
  return (
    <MenuButton label={`Playback speed ${speed}`} hotkey="< >" page="speed">
      <span className="px-2 font-bold text-meta tabular-nums">{speed}</span>
    </MenuButton>
  )
}

interface MenuButtonProps {
  label: string
  hotkey?: string
  /** The page on which the menu opens. */
  page: MenuPage
  children: ReactNode
}

/** Renders the button from the start; its menu is loaded at the first sign of interest. */
function MenuButton({ page, children, ...button }: MenuButtonProps) {
  const id = useId()
  const { setMenuOpen } = useSurface()
  const [open, setOpen] = useState(false)
  /** Stays mounted once opened, so that closing can return the focus. */
  const [mounted, setMounted] = useState(false)

  function change(next: boolean): void {
    setOpen(next)
    setMounted(true)
    setMenuOpen(next)
  }

  return (
    <>
      <ControlButton
        id={id}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => loadAhead(loadMenu)}
        onFocus={() => loadAhead(loadMenu)}
        onClick={() => change(!open)}
        {...button}
      >
        {children}
      </ControlButton>
      {mounted ? (
        <Suspense>
          <SettingsMenu triggerId={id} firstPage={page} open={open} onOpenChange={change} />
        </Suspense>
      ) : null}
    </>
  )
}
