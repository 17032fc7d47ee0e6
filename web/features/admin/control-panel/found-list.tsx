import {
  CreditCard,
  Film,
  Flag,
  type LucideIcon,
  ReceiptText,
  ShieldExclamationPoint,
  UserRound,
} from 'lucide-react'
import { Link } from 'react-router'
import type { FoundThing } from '#contract/schemas/site/find'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'

interface Shown {
  icon: LucideIcon
  title: string
  note: string
  to: string
}

export function FoundList({ things }: { things: readonly FoundThing[] }) {
  if (things.length === 0) return null
  return (
    <ul aria-label="Found" className="grid">
      {things.map((thing) => {
        const { icon: Icon, title, note, to } = shownOf(thing)
        return (
          <li key={`${thing.kind} ${thing.id}`}>
            <Link
              to={to}
              className="grid min-h-11 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 rounded-nav px-3 py-1.5 hover:bg-surface-2 focus-visible:-outline-offset-2"
            >
              <Icon aria-hidden="true" className="row-span-2 size-4.5 text-faint" />
              <span className="truncate font-medium">{title}</span>{' '}
              <span className="truncate text-faint text-meta">{note}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

function shownOf(thing: FoundThing): Shown {
  switch (thing.kind) {
    case 'video':
      return {
        icon: Film,
        title: thing.title,
        note: `Video ${thing.id}${thing.hold ? ' · on hold' : ''}`,
        to: thing.hold ? adminTab('reports', { video: String(thing.id) }) : paths.video(thing.id),
      }
    case 'user':
      return {
        icon: UserRound,
        title: thing.username,
        note: `Account ${thing.id} · ${thing.email}`,
        to: adminTab('users', { user: String(thing.id) }),
      }
    case 'payment':
      return {
        icon: CreditCard,
        title: `${thing.amountText} from ${thing.username ?? 'no one yet'}`,
        note: `Payment ${thing.id}`,
        to: adminTab('payments', { payment: thing.id }),
      }
    case 'claim':
      return {
        icon: ReceiptText,
        title: `Claim of ${thing.username ?? 'a deleted account'}`,
        note: `${thing.reference} · ${thing.isOpen ? 'open' : 'decided'}`,
        to: thing.paymentId
          ? adminTab('payments', { payment: thing.paymentId })
          : adminTab('payments', { view: 'claims' }),
      }
    case 'report':
      return {
        icon: Flag,
        title: thing.title ?? 'Deleted video',
        note: noteOf('Report', thing),
        to: adminTab('reports', { report: String(thing.id) }),
      }
    case 'removal-request':
      return {
        icon: ShieldExclamationPoint,
        title: thing.title ?? 'No video of this site',
        note: noteOf('Removal request', thing),
        to: adminTab('removals', { request: String(thing.id) }),
      }
    case 'removal':
      return {
        icon: ShieldExclamationPoint,
        title: thing.title ?? 'Deleted video',
        note: `Removal ${thing.id}${thing.isOpen ? ' · appeal open' : ''}`,
        to: adminTab('removals', { removal: String(thing.id) }),
      }
  }
}

function noteOf(name: string, { id, isOpen }: { id: number; isOpen: boolean }): string {
  return `${name} ${id} · ${isOpen ? 'open' : 'decided'}`
}
