import { Menu } from '@ark-ui/react/menu'
import { type KeyboardEvent, useState } from 'react'
import { usePlayer } from '../player-context'
import { useSurface } from '../player-surface'
import type { MenuPage } from './settings-buttons'
import { ChoicePage } from './settings-choice-page'
import { type ChoiceName, useChoices } from './settings-choices'
import { MainPage } from './settings-main-page'

interface SettingsMenuProps {
  triggerId: string
  firstPage: MenuPage
  open: boolean
  onOpenChange: (open: boolean) => void
}

/**
 * A menu of several pages; on phones a sheet from below. Loaded on demand, and rendered in place, since
 * fullscreen shows only the player's own content.
 */
export function SettingsMenu({ triggerId, firstPage, open, onOpenChange }: SettingsMenuProps) {
  const player = usePlayer()
  const { actions, run } = useSurface()
  const choices = useChoices()
  const [page, setPage] = useState(firstPage)
  const choice = page === 'main' ? undefined : choices[page]
  const [highlighted, setHighlighted] = useState<string | null>(choice?.value ?? null)

  function turnTo(next: MenuPage): void {
    setHighlighted(page !== 'main' ? page : (choices[next as ChoiceName]?.value ?? null))
    setPage(next)
  }

  function select(value: string): void {
    if (value === 'back') turnTo('main')
    else if (page === 'main') selectOnMain(value)
  }

  function selectOnMain(value: string): void {
    const action = actions.find(({ label, on }) => on === undefined && label === value)
    if (isChoice(value)) turnTo(value)
    else if (value === 'picture-in-picture') player.togglePictureInPicture()
    else if (value === 'shortcuts') run({ type: 'show-shortcuts' })
    else if (action) {
      // Anything that the page opens would lie behind a player in fullscreen.
      if (player.getSnapshot().fullscreen) player.toggleFullscreen()
      action.onSelect(player.getSnapshot())
    }
  }

  function isChoice(value: string | null): value is ChoiceName {
    return value !== null && Object.hasOwn(choices, value)
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowRight' && page === 'main' && isChoice(highlighted)) turnTo(highlighted)
    if (event.key === 'ArrowLeft' && page !== firstPage) turnTo('main')
  }

  function onExitComplete(): void {
    setPage(firstPage)
    setHighlighted(firstPage === 'main' ? null : (choices[firstPage]?.value ?? null))
    rescueFocus(triggerId)
  }

  return (
    <Menu.Root
      open={open}
      lazyMount
      unmountOnExit
      ids={{ trigger: triggerId }}
      aria-label={choice ? choice.label : 'Settings'}
      highlightedValue={highlighted}
      onHighlightChange={(details) => setHighlighted(details.highlightedValue)}
      positioning={{ placement: 'top-end', strategy: 'fixed', gutter: 8 }}
      onSelect={(details) => select(details.value)}
      onExitComplete={onExitComplete}
      onOpenChange={(details) => onOpenChange(details.open)}
    >
      <Menu.Positioner className="pointer-events-auto max-sm:inset-x-0! max-sm:top-auto! max-sm:bottom-0! max-sm:w-full! max-sm:min-w-0! max-sm:translate-none! max-sm:transform-none!">
        <Menu.Content
          onKeyDown={onKeyDown}
          className="z-50 max-h-(--available-height) min-w-56 overflow-y-auto overscroll-contain rounded-card border border-line bg-surface-1 p-1 text-text shadow-2xl outline-none max-sm:max-h-[70dvh] max-sm:data-[state=open]:animate-sheet max-sm:shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)] max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[max(0.5rem,env(safe-area-inset-bottom))]"
        >
          {choice ? <ChoicePage choice={choice} back={page !== firstPage} /> : <MainPage choices={choices} />}
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

/** After a quick choice Ark moves the focus to the closing menu after the button, where it would be lost. */
function rescueFocus(triggerId: string): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.closest('[role="menu"]')) {
    document.getElementById(triggerId)?.focus({ preventScroll: true })
  }
}
