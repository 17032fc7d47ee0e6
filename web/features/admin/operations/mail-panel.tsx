import { useInfiniteQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { type RefObject, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminMail } from '#contract/schemas/site/operations'
import { type MailState, mailStates } from '#contract/values/site/operations'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { lazyPart } from '#web/lib/lazy-part'
import { adminParams, adminTab } from '#web/lib/navigation/admin-paths'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { MailSearchForm } from './mail-search-form'
import { MailTable } from './mail-table'
import { type MailSearch, mailQuery } from './queries'

const NewsPanel = lazyPart(() => import('./news-panel'), 'NewsPanel')
const MailDialog = lazyDialog(() => import('./mail-dialog'), 'MailDialog')

const stateWords: Record<MailState, { label: string; empty: string; text: string }> = {
  waiting: {
    label: 'Waiting',
    empty: 'No email waiting',
    text: 'Email waiting to be sent or retried will appear here.',
  },
  failed: {
    label: 'Failed',
    empty: 'No failed email',
    text: "Email that couldn't be delivered after several attempts will appear here.",
  },
  sent: { label: 'Sent', empty: 'No email sent', text: 'Sent email will appear here.' },
}

const news = 'news' as const

/** Renders the Mail tab: the outbox by state, and the newsletter. The view is in the address. */
export function MailPanel() {
  const [params] = useSearchParams()
  const panel = useRef<HTMLElement>(null)
  const { can } = useViewer()
  const writesNews = can('site.administer')
  const view =
    [...mailStates, ...(writesNews ? [news] : [])].find((each) => each === params.get('view')) ??
    mailStates[0]
  const links = [
    ...mailStates.map((state) => ({
      value: state,
      label: stateWords[state].label,
      // Keeps the recipient that is searched for.
      to: adminTab('mail', shown({ state, recipient: params.get('find') ?? '' })),
    })),
    ...(writesNews ? [{ value: news, label: 'Newsletter', to: adminTab('mail', { view: news }) }] : []),
  ]
  return (
    <section ref={panel} tabIndex={-1} aria-label="Email" className="grid gap-5">
      <ViewLinks label="Email by state" value={view} links={links} />
      {view === news ? (
        <Suspense>
          <NewsPanel />
        </Suspense>
      ) : (
        <Outbox panel={panel} />
      )}
    </section>
  )
}

function shown({ state, recipient }: MailSearch) {
  return { view: state, ...(recipient && { find: recipient }) }
}

/** Renders the outbox. State and recipient are in the address. */
function Outbox({ panel }: { panel: RefObject<HTMLElement | null> }) {
  const [params, setParams] = useSearchParams()
  const search: MailSearch = {
    state: mailStates.find((each) => each === params.get('view')) ?? 'waiting',
    recipient: params.get('find') ?? '',
  }
  const query = useInfiniteQuery(mailQuery(search))
  const [opened, setOpened] = useState<AdminMail | null>(null)
  const rememberOpener = useFocusAfter(opened !== null, panel)
  const words = stateWords[search.state]
  const look = (recipient: string) => setParams(adminParams('mail', shown({ ...search, recipient })))

  function showAll() {
    look('')
    // The button is removed with the empty list.
    panel.current?.focus()
  }

  return (
    <>
      <MailSearchForm recipient={search.recipient} onSearch={look} />
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading email" className="h-28 md:h-14" />}
        empty={
          <EmptyState
            icon={<MailCheck />}
            title={search.recipient ? 'No email found' : words.empty}
            text={search.recipient ? 'Enter the full address. Only this state is searched.' : words.text}
            action={search.recipient ? <Button onClick={showAll}>Show every recipient</Button> : null}
          />
        }
      >
        {(mails) => (
          <MailTable
            mails={mails}
            state={search.state}
            onOpen={(mail) => {
              rememberOpener()
              setOpened(mail)
            }}
          />
        )}
      </PagedList>
      <Suspense>{opened ? <MailDialog mail={opened} onClose={() => setOpened(null)} /> : null}</Suspense>
    </>
  )
}
