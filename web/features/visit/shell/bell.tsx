import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { minute } from '#contract/values/shared/time'
import { unreadNumber } from '#web/entities/notice/unread-number'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { lazyExtra, loadAhead } from '#web/lib/lazy-part'
import { IconButton } from '#web/ui/icon-button.tsx'

const loadPanel = () => import('./notice-panel')
const NoticePanel = lazyExtra(loadPanel, 'NoticePanel')

/**
 * Renders the bell of an account with its number of unread notices. The number comes with the account, and is
 * asked for again when the window gets the focus or another page opens, a minute after the last time at the
 * earliest. Every page renders a new bell, closed.
 */
export function Bell() {
  const { data: user } = useQuery({ ...viewerQuery, staleTime: minute, refetchOnWindowFocus: true })
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!user) return null
  const { unread } = user
  const number = unreadNumber(unread)

  function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent) {
    // Nothing takes the focus when a button is pressed in some browsers.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    button.current?.focus()
    setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving close it; the button opens it
    <div className="md:relative" onBlur={closeOnLeave} onKeyDown={closeOnEscape}>
      <IconButton
        ref={button}
        // Tab finds the notifications in the account menu, or in a phone's panel.
        tabIndex={-1}
        label={unread > 0 ? `Notifications, ${number} unread` : 'Notifications'}
        aria-expanded={open}
        onPointerEnter={() => loadAhead(loadPanel)}
        onFocus={() => loadAhead(loadPanel)}
        onClick={() => setOpen(!open)}
        className="relative"
      >
        <BellIcon className="size-5" />
        {unread > 0 ? (
          <span className="absolute top-0 right-0 rounded-full bg-accent px-1 font-medium text-accent-ink text-micro tabular-nums">
            {number}
          </span>
        ) : null}
      </IconButton>
      {open ? (
        <Suspense>
          <NoticePanel unread={unread} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}
