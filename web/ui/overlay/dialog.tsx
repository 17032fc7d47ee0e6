import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import clsx from 'clsx'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../icon-button'

export interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  /**
   * Confirms something irreversible: the focus starts on the first footer button, and a click outside is
   * ignored.
   */
  alert?: boolean
  /** Ignores clicks outside, so that it isn't closed by mistake. */
  persistent?: boolean
  /** Buttons, the main action last. */
  footer?: ReactNode
  /** Its width from a tablet up, such as `sm:max-w-2xl`. */
  width?: string
  /** Keeps its top in place from a tablet up, where the content changes its height while it is used. */
  growing?: boolean
  /** Names the content as a region that the keyboard can scroll, where nothing in it takes the focus. */
  region?: string
  children?: ReactNode
}

/**
 * Renders a dialog, or on a phone a sheet at the bottom. Import it lazily where a page can do without at
 * first.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, alert, persistent, footer, children } = props
  const { width = 'sm:max-w-md', growing, region } = props
  return (
    <Ark.Root
      open={open}
      onOpenChange={(details) => onOpenChange(details.open)}
      role={alert ? 'alertdialog' : 'dialog'}
      closeOnInteractOutside={!alert && !persistent}
      // Effects that run twice, as in development, move the focus out and back, which isn't leaving the
      // dialog.
      onFocusOutside={(event) => event.preventDefault()}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className="fixed inset-0 z-50 animate-fade bg-black/70" />
        <Ark.Positioner
          className={clsx(
            'fixed inset-0 z-50 grid items-end sm:justify-items-center sm:p-6',
            // With the content's greatest height, no more than the screen.
            growing ? 'sm:items-start sm:pt-[8dvh]' : 'sm:items-center',
          )}
        >
          <Ark.Content
            className={clsx(
              'grid max-h-[92dvh] w-full animate-sheet grid-rows-[auto_1fr_auto] rounded-t-panel border border-line bg-surface-1',
              'shadow-2xl sm:animate-rise sm:rounded-panel',
              width,
            )}
          >
            <div className="flex items-start gap-4 px-5 pt-4 pb-2 sm:px-6 sm:pt-5">
              <div className="grid flex-1 gap-1 pt-1.5">
                <Ark.Title className="font-bold text-section">{title}</Ark.Title>
                {description ? <Ark.Description className="text-dim">{description}</Ark.Description> : null}
              </div>
              {alert ? null : (
                <Ark.CloseTrigger asChild>
                  <IconButton label="Close" className="-mr-2">
                    <X className="size-5" />
                  </IconButton>
                </Ark.CloseTrigger>
              )}
            </div>
            <div
              {...(region && { role: 'region', 'aria-label': region, tabIndex: 0 })}
              className="overflow-y-auto px-5 sm:px-6"
            >
              {children}
            </div>
            <div className="flex flex-wrap justify-end gap-3 px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:px-6 sm:pb-6">
              {footer}
            </div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
