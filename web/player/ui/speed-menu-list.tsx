import { Menu } from '@ark-ui/react/menu'
import { Check } from 'lucide-react'
import { formatSpeed, SPEEDS } from '../core/speeds'
import { usePlayback, usePlayer } from './player-context'

interface SpeedMenuListProps {
  triggerId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Loaded on demand, hence the default export. Rendered in place: in fullscreen only the player's inside shows. */
export default function SpeedMenuList({ triggerId, open, onOpenChange }: SpeedMenuListProps) {
  const player = usePlayer()
  const rate = usePlayback((state) => state.rate)
  return (
    <Menu.Root
      open={open}
      lazyMount
      unmountOnExit
      ids={{ trigger: triggerId }}
      aria-label="Playback speed"
      defaultHighlightedValue={String(rate)}
      positioning={{ placement: 'top', strategy: 'fixed', gutter: 8 }}
      onExitComplete={() => rescueFocus(triggerId)}
      onOpenChange={(details) => onOpenChange(details.open)}
    >
      <Menu.Positioner className="pointer-events-auto">
        <Menu.Content className="z-10 max-h-(--available-height) min-w-32 overflow-y-auto rounded-card border border-line bg-surface-1 p-1 text-text shadow-2xl outline-none">
          <Menu.RadioItemGroup
            value={String(rate)}
            onValueChange={({ value }) => player.setRate(Number(value))}
          >
            <Menu.ItemGroupLabel className="px-3 py-1.5 text-meta text-dim">Speed</Menu.ItemGroupLabel>
            {SPEEDS.map((speed) => (
              <Menu.RadioItem
                key={speed}
                value={String(speed)}
                className="flex h-9 cursor-pointer items-center justify-between gap-4 rounded-nav px-3 text-body tabular-nums data-highlighted:bg-surface-2 pointer-coarse:h-11"
              >
                <Menu.ItemText>{formatSpeed(speed)}</Menu.ItemText>
                <Menu.ItemIndicator>
                  <Check className="size-4 text-accent" aria-hidden />
                </Menu.ItemIndicator>
              </Menu.RadioItem>
            ))}
          </Menu.RadioItemGroup>
        </Menu.Content>
      </Menu.Positioner>
    </Menu.Root>
  )
}

/** A quick choice makes Ark focus the closing menu after the button, and the focus goes with the menu. */
function rescueFocus(triggerId: string): void {
  const focused = document.activeElement
  if (focused === document.body || focused?.closest('[role="menu"]')) {
    document.getElementById(triggerId)?.focus({ preventScroll: true })
  }
}
