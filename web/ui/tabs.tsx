import { Tabs as Ark } from '@ark-ui/react/tabs'
import { type ReactNode, useEffect, useRef } from 'react'

export interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  /** Shown beside the label in tabular figures. */
  count?: number | string | undefined
}

export interface TabsProps<Value extends string> {
  /** Names the row of tabs. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The panel of the current tab. */
  children: ReactNode
}

export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const list = useRef<HTMLDivElement>(null)

  // On a phone the row scrolls: the tab in the address must not be outside it, nor when others come before it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab moves the others
  useEffect(() => {
    const row = list.current
    const tab = row?.querySelector<HTMLElement>(`[data-value="${value}"]`)
    if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
  }, [value, tabs.length])

  return (
    <Ark.Root value={value} onValueChange={(details) => onChange(details.value as Value)}>
      <Ark.List
        ref={list}
        aria-label={label}
        className="no-scrollbar relative flex scroll-fade gap-1 overflow-x-auto border-line border-b md:flex-wrap"
      >
        {tabs.map((tab) => (
          <Ark.Trigger
            key={tab.value}
            value={tab.value}
            className="flex h-11 shrink-0 items-center gap-2 rounded-t-nav border-transparent border-b-2 px-3 font-medium text-dim transition-colors hover:text-text focus-visible:-outline-offset-2 data-selected:border-accent data-selected:text-text sm:px-4"
          >
            {/* The space separates the count in the tab's accessible name. */}
            {tab.label}{' '}
            {tab.count === undefined ? null : (
              <span className="rounded-full bg-surface-2 px-2 text-dim text-meta tabular-nums">
                {tab.count}
              </span>
            )}
          </Ark.Trigger>
        ))}
      </Ark.List>
      <Ark.Content value={value} className="pt-6">
        {children}
      </Ark.Content>
    </Ark.Root>
  )
}
