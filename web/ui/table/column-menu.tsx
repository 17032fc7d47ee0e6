import { Menu } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import { Check, Columns3 } from 'lucide-react'
import { Button } from '../button'

export interface ColumnMenuProps {
  columns: readonly { title: string; isShown: boolean }[]
  onShow: (title: string, isShown: boolean) => void
}

/** Picks the columns of a table. The menu stays open, so that several can be picked. */
export function ColumnMenu({ columns, onShow }: ColumnMenuProps) {
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} closeOnSelect={false} lazyMount>
      <Menu.Trigger asChild>
        <Button variant="ghost">
          <Columns3 aria-hidden="true" className="size-4" />
          Columns
        </Button>
      </Menu.Trigger>
      <Portal>
        <Menu.Positioner>
          <Menu.Content className="z-50 min-w-44 rounded-card border border-line bg-surface-1 p-1 shadow-2xl outline-none data-[state=open]:animate-rise">
            {columns.map(({ title, isShown }) => (
              <Menu.CheckboxItem
                key={title}
                value={title}
                checked={isShown}
                onCheckedChange={(checked) => onShow(title, checked)}
                className="flex h-10 cursor-pointer items-center gap-3 rounded-nav px-3 data-highlighted:bg-surface-2 pointer-coarse:h-11"
              >
                <span className="size-4">
                  <Menu.ItemIndicator>
                    <Check aria-hidden="true" className="size-4" />
                  </Menu.ItemIndicator>
                </span>
                <Menu.ItemText>{title}</Menu.ItemText>
              </Menu.CheckboxItem>
            ))}
          </Menu.Content>
        </Menu.Positioner>
      </Portal>
    </Menu.Root>
  )
}
