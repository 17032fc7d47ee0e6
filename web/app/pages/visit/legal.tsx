import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { LegalPage as LegalSlug } from '#contract/values/site/legal'
import { legalQuery } from '#web/entities/settings/legal-query'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { formatDate } from '#web/lib/format'
import { lazyPart } from '#web/lib/lazy-part'
import { legalTitles } from '#web/lib/navigation/paths'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PlainProse } from '#web/ui/text/plain-prose.tsx'

/** Shown below one of the texts. */
const RequestForm = lazyPart(() => import('#web/features/visit/removal/request-form.tsx'), 'RequestForm')

export const requestFormId = 'form'

export function LegalPage({ page }: { page: LegalSlug }) {
  const { data, error, refetch } = useQuery(legalQuery(page))
  usePageTitle(data?.title ?? legalTitles[page])
  return (
    <article aria-busy={!data && !error} className="page max-w-3xl pt-10 sm:pt-14">
      <h1 className="font-bold text-display">{data?.title ?? legalTitles[page]}</h1>
      {error && !data ? <LoadError error={error} onRetry={refetch} /> : null}
      {data ? (
        <>
          <p className="mt-2 mb-8 text-faint text-meta">
            Version {data.version}, effective{' '}
            <time dateTime={data.publishedAt}>{formatDate(data.publishedAt)}</time>
            {page === 'removal' ? (
              <a href={`#${requestFormId}`} className="ml-4 text-text underline underline-offset-3">
                Go to the form
              </a>
            ) : null}
          </p>
          <PlainProse text={data.body} />
        </>
      ) : null}
      {/* Below the text, so that nothing jumps, and left out if it can't be loaded. */}
      {page === 'removal' && (data || error) ? (
        <Suspense>
          <RequestForm id={requestFormId} />
        </Suspense>
      ) : null}
      {data || error ? null : <Skeleton className="mt-12 h-96 rounded-card" />}
    </article>
  )
}
