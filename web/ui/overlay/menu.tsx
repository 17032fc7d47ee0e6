import { Menu as Ark, useMenuContext } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import clsx from 'clsx'
import { Fragment, type ReactElement, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useCloseWithPage } from '../../lib/navigation/use-close-with-page'

export interface MenuItem {
  value: string
  label: ReactNode
  icon?: ReactNode
  destructive?: boolean
  disabled?: boolean
  /** Makes it a link to this address. */
  to?: string
  /** It leads to the page that is shown. */
  isCurrent?: boolean
  /** Stands below a line. */
  startsGroup?: boolean
  /** The menu stays open, for an item that shows that it is at work. */
  staysOpen?: boolean
}

export interface MenuProps {
  /** One button. */
  trigger: ReactElement
  items: readonly MenuItem[]
  onSelect: (value: string) => void
  /** For a menu that was loaded when its button was pressed. */
  defaultOpen?: boolean
  /** Stands above the items. */
  heading?: ReactNode
  /** Beside its button, for a bar that stays while the page scrolls under it. Another page closes the menu. */
  inPlace?: boolean
}

export function Menu({ trigger, items, onSelect, heading, inPlace = false, defaultOpen = false }: MenuProps) {
  return (
    <Ark.Root
      positioning={{ placement: 'bottom-end' }}
      // Its own click on a link doesn't bubble: neither the router nor a guard of unsaved work would hear it.
      navigate={({ node }) => node.click()}
      defaultOpen={defaultOpen}
      lazyMount
    >
      {inPlace ? <CloseWithPage /> : null}
      <Ark.Trigger asChild>{trigger}</Ark.Trigger>
      <Portal disabled={inPlace}>
        <Ark.Positioner>
          {/* A menu that was open from the first would wait for an animation that stays the same to end. */}
          <Ark.Content className="z-50 max-h-(--available-height) min-w-44 overflow-y-auto rounded-card border border-line bg-surface-1 p-1 shadow-2xl outline-none data-[state=open]:animate-rise">
            {heading}
            {items.map(({ value, startsGroup, ...item }) => (
              <Fragment key={value}>
                {startsGroup ? <Ark.Separator className="my-1 border-line" /> : null}
                <Item value={value} {...item} onSelect={() => onSelect(value)} />
              </Fragment>
            ))}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

function CloseWithPage() {
  const menu = useMenuContext()
  useCloseWithPage(menu.open, () => menu.setOpen(false))
  return null
}

interface ItemProps extends MenuItem {
  onSelect: () => void
}

function Item(props: ItemProps) {
  const { value, label, icon, destructive, disabled, to, isCurrent, staysOpen, onSelect } = props
  const children = (
    <>
      {icon}
      {label}
    </>
  )
  return (
    <Ark.Item
      value={value}
      disabled={disabled ?? false}
      closeOnSelect={!staysOpen}
      // The menu itself would name what is highlighted, and a screen reader's click doesn't highlight.
      onClick={disabled ? undefined : onSelect}
      aria-current={isCurrent ? 'page' : undefined}
      asChild={to !== undefined}
      className={clsx(
        'flex h-10 cursor-pointer items-center gap-3 rounded-nav px-3 data-highlighted:bg-surface-2',
        'aria-[current=page]:text-accent data-disabled:cursor-default data-disabled:opacity-45 [&_svg]:size-4',
        destructive && 'text-danger',
      )}
    >
      {to === undefined ? (
        children
      ) : (
        // A link with the focus of its own would let Enter follow the highlighted one instead.
        <Link to={to} tabIndex={-1}>
          {children}
        </Link>
      )}
    </Ark.Item>
  )
}
