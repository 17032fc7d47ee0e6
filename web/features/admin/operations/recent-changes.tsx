import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { AuditEntries } from './audit-entries'
import { auditQuery } from './queries'

export interface RecentChangesProps {
  title: string
  /** The audit log's name for this type of subject. */
  subject: string
}

/** Shows the audit log for one type of subject. */
export function RecentChanges({ title, subject }: RecentChangesProps) {
  const id = useId()
  const query = useInfiniteQuery(auditQuery({ subject }))
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-bold text-section">
        {title}
      </h2>
      <PagedList
        query={query}
        skeleton={<CardSkeletons label={`Loading ${title}`} className="h-24" />}
        empty={<p className="text-dim">No changes yet.</p>}
      >
        {(entries) => <AuditEntries entries={entries} level={3} />}
      </PagedList>
    </section>
  )
}
