import { Menu as Ark } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import clsx from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export interface MenuItem {
  value: string
  label: ReactNode
  icon?: ReactNode
  destructive?: boolean
  disabled?: boolean
}

export interface MenuProps {
  /** One button. */
  trigger: ReactElement
  items: readonly MenuItem[]
  onSelect: (value: string) => void
  /** For a menu that was loaded when its button was pressed. */
  defaultOpen?: boolean
}

export function Menu({ trigger, items, onSelect, defaultOpen = false }: MenuProps) {
  return (
    <Ark.Root
      onSelect={(details) => onSelect(details.value)}
      positioning={{ placement: 'bottom-end' }}
      defaultOpen={defaultOpen}
      lazyMount
    >
      <Ark.Trigger asChild>{trigger}</Ark.Trigger>
      <Portal>
        <Ark.Positioner>
          <Ark.Content className="z-50 min-w-44 animate-rise rounded-card border border-line bg-surface-1 p-1 shadow-2xl outline-none">
            {items.map((item) => (
              <Ark.Item
                key={item.value}
                value={item.value}
                disabled={item.disabled ?? false}
                className={clsx(
                  'flex h-10 cursor-pointer items-center gap-3 rounded-nav px-3 data-highlighted:bg-surface-2',
                  'data-disabled:cursor-default data-disabled:opacity-45 [&_svg]:size-4',
                  item.destructive && 'text-danger',
                )}
              >
                {item.icon}
                {item.label}
              </Ark.Item>
            ))}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
