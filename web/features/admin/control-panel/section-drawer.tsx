import { Dialog } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { waitingQuery } from '#web/entities/case/waiting-query'
import type { AdminSection } from '#web/lib/navigation/admin-paths'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SectionLinks, sectionName } from './section-links'
import { waitingInAll } from './waiting-of'

/** Renders the current section as a button that opens the list of all, where there is no room beside it. */
export function SectionDrawer({ current }: { current: AdminSection }) {
  const { data } = useQuery(waitingQuery)
  const { key } = useLocation()
  /** The page on which it was opened: a link in it leads to another, and closes it. */
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const waiting = waitingInAll(data)
  return (
    <Dialog.Root
      open={openedOn === key}
      onOpenChange={({ open }) => setOpenedOn(open ? key : null)}
      lazyMount
      unmountOnExit
    >
      <Dialog.Trigger className="flex h-11 items-center gap-2 rounded-nav border border-line bg-surface-1 px-4 font-medium lg:hidden">
        <span className="sr-only">Sections:</span> {sectionName(current)}{' '}
        {waiting ? (
          <span className="rounded-full bg-accent px-2 font-bold text-accent-ink text-meta tabular-nums">
            {waiting}
            <span className="sr-only"> waiting in all</span>
          </span>
        ) : null}
        <ChevronDown aria-hidden="true" className="size-4 text-faint" />
      </Dialog.Trigger>
      <Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 animate-fade bg-black/70" />
        <Dialog.Positioner className="fixed inset-0 z-50 flex">
          <Dialog.Content className="grid w-80 max-w-[85vw] animate-fade content-start gap-2 overflow-y-auto border-line border-r bg-bg p-4 shadow-2xl">
            <div className="flex items-center justify-between gap-4 pl-3">
              <Dialog.Title className="font-bold text-lead">Sections</Dialog.Title>
              <Dialog.CloseTrigger asChild>
                <IconButton label="Close">
                  <X className="size-5" />
                </IconButton>
              </Dialog.CloseTrigger>
            </div>
            <SectionLinks current={current} />
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  )
}
