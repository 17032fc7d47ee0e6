import { useInfiniteQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { adminParams } from '#web/lib/navigation/admin-paths'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { AuditEntries } from './audit-entries'
import { AuditExport } from './audit-export'
import { AuditSearchForm } from './audit-search-form'
import { type AuditSearch, auditQuery, givenOf } from './queries'

const nothing: AuditSearch = { action: '', actor: '', subject: '', subjectId: '', from: '', to: '' }

/** Renders the Audit Log tab: all actions of staff. The filters are in the address. */
export function AuditPanel() {
  const [params, setParams] = useSearchParams()
  const given = Object.keys(nothing).map((name) => [name, params.get(name) ?? ''])
  const search = Object.fromEntries(given) as AuditSearch
  const query = useInfiniteQuery(auditQuery(search))
  const panel = useRef<HTMLElement>(null)
  const isNarrowed = Object.values(search).some((value) => value !== '')

  function look(next: AuditSearch) {
    setParams(adminParams('audit', givenOf(next)))
  }

  function showAll() {
    look(nothing)
    // The button is removed with the empty list.
    panel.current?.focus()
  }

  return (
    <section ref={panel} tabIndex={-1} aria-label="Audit log" className="grid gap-5">
      <AuditSearchForm search={search} onSearch={look} />
      <AuditExport search={search} />
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading the audit log" className="h-24" />}
        empty={
          <EmptyState
            icon={<ScrollText />}
            title={isNarrowed ? 'No entry found' : 'No entries yet'}
            text={
              isNarrowed
                ? 'Usernames and IDs must match exactly. Days are in UTC.'
                : 'Everything administrators and the system do to videos, accounts and settings is recorded here permanently.'
            }
            action={isNarrowed ? <Button onClick={showAll}>Show all entries</Button> : null}
          />
        }
      >
        {(entries) => <AuditEntries entries={entries} />}
      </PagedList>
    </section>
  )
}
