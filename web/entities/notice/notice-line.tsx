import clsx from 'clsx'
import { Clapperboard, Flag, type LucideIcon, MessageSquare, Scale, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { Notice } from '#contract/schemas/site/notices'
import type { NoticeKind } from '#contract/values/shared/notices'
import { Ago } from '../../ui/text/ago'
import { saidOf } from './notice-words'

const icons: Record<NoticeKind, LucideIcon> = {
  video: Clapperboard,
  comment: MessageSquare,
  reply: MessageSquare,
  review: ShieldCheck,
  report: Flag,
  claim: Scale,
}

export interface NoticeLineProps {
  notice: Notice
  onOpen: () => void
}

/**
 * Renders a notification as a link to its subject, which marks it as read. If the subject is gone, renders
 * just its text.
 */
export function NoticeLine({ notice, onOpen }: NoticeLineProps) {
  const { text, to } = saidOf(notice)
  const Icon = icons[notice.kind]
  const look = 'flex w-full min-w-0 flex-1 items-start gap-3 rounded-nav px-3 py-3'
  const content = (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-faint" />
      <span className="grid min-w-0 gap-0.5">
        <span className={clsx('break-words', notice.isRead ? 'text-dim' : 'font-medium')}>
          {notice.isRead ? null : <span className="sr-only">Unread: </span>}
          {text}
        </span>
        <span className="text-faint text-meta">
          <Ago at={notice.at} />
        </span>
      </span>
    </>
  )
  if (to === null) return <div className={look}>{content}</div>
  return (
    <Link to={to} className={clsx(look, 'hover:bg-surface-2')} onClick={onOpen}>
      {content}
    </Link>
  )
}
