import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useId } from 'react'
import type { OwnRemoval } from '#contract/schemas/moderation/safety'
import { reasonNames } from '#contract/values/moderation/reasons'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { ownRemovalsQuery } from './queries'
import { removalState } from './removal-state'

export interface OwnRemovalsProps {
  /** Shown while they load; nothing where other videos are above. */
  skeleton?: ReactNode
  /** Shown in place of an empty list, the usual case. */
  empty?: ReactNode
  className?: string
}

/** Lists the viewer's videos that were taken down. */
export function OwnRemovals({ skeleton = null, empty = null, className }: OwnRemovalsProps) {
  const title = useId()
  const query = useInfiniteQuery(ownRemovalsQuery)
  if (query.isPending) return skeleton
  if (query.data?.pages.every(({ items }) => items.length === 0)) return empty
  return (
    <section
      aria-labelledby={title}
      className={clsx('rounded-card border border-line bg-surface-1 px-4 py-3', className)}
    >
      <h2 id={title} className="font-bold text-lead">
        Taken down
      </h2>
      <PagedList query={query} skeleton={null} empty={null}>
        {(removals) => (
          <ul className="divide-y divide-line">
            {removals.map((removal) => (
              <li key={removal.id} className="grid gap-0.5 py-3">
                <RemovalRow removal={removal} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function RemovalRow({ removal }: { removal: OwnRemoval }) {
  const { id, videoTitle, at, reason, appealUntil } = removal
  const { label, tone } = removalState(removal)
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink to={paths.ownRemoval(id)} className="wrap-anywhere font-medium">
          {videoTitle}
        </TextLink>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="text-dim text-meta">
        {reasonNames[reason]} · <time dateTime={at}>{formatDate(at)}</time>
        {appealUntil ? (
          <>
            {' '}
            · you can appeal until <time dateTime={appealUntil}>{formatDate(appealUntil)}</time>
          </>
        ) : null}
      </p>
      {appealUntil ? (
        <ButtonLink
          to={paths.ownRemoval(id)}
          aria-label={`Appeal the removal of ${videoTitle}`}
          className="mt-2 justify-self-start"
        >
          Appeal
        </ButtonLink>
      ) : null}
    </>
  )
}
