import { queryOptions } from '@tanstack/react-query'
import type { NewsIssue } from '#contract/schemas/site/newsletter'
import type { AdminMail, AuditEntry, DeadLetter } from '#contract/schemas/site/operations'
import type { MailState } from '#contract/values/site/operations'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'

/** Empty strings mean no filter. */
export interface AuditSearch {
  /** Username of the account that acted. */
  actor: string
  action: string
  subject: string
  subjectId: string
  /** First and last day, in UTC. */
  from: string
  to: string
}

/** Queries the audit log, newest first, page by page. */
export function auditQuery(search: Partial<AuditSearch>) {
  const query = givenOf(search)
  return pagedQuery<AuditEntry>(key('admin', 'audit', query), (onward, options) =>
    client.api.admin.audit.$get({ query: { ...query, ...onward } }, options),
  )
}

/** Returns the filters that are set. */
export function givenOf(search: Partial<AuditSearch>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== ''))
}

export interface MailSearch {
  state: MailState
  /** A whole email address, or empty. */
  recipient: string
}

export function mailQuery({ state, recipient }: MailSearch) {
  const query = { state, ...(recipient ? { recipient } : {}) }
  return pagedQuery<AdminMail>(key('admin', 'mail', query), (onward, options) =>
    client.api.admin.mail.$get({ query: { ...query, ...onward } }, options),
  )
}

export function jobsQuery(status: 'open' | 'resolved') {
  return pagedQuery<DeadLetter>(key('admin', 'jobs', { status }), (onward, options) =>
    client.api.admin.jobs.$get({ query: { status, ...onward } }, options),
  )
}

/** Queries whether the site works, every minute while that is on screen. */
export const statusQuery = queryOptions({
  queryKey: key('admin', 'status'),
  queryFn: ({ signal }) => call(client.api.admin.status.$get({}, { init: { signal } })),
  staleTime: 0,
  refetchInterval: 60_000,
})

/** Queries newsletters that were sent or are being sent, newest first. */
export function newsQuery() {
  return pagedQuery<NewsIssue>(key('admin', 'news'), (onward, options) =>
    client.api.admin.news.$get({ query: onward }, options),
  )
}
