import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../lib/format'
import { type LegalPage as LegalSlug, legalTitles } from '../../lib/paths'
import { legalQuery } from '../../lib/queries/legal'
import { usePageTitle } from '../../lib/use-page-title'
import { LoadError } from '../../ui/load-error'
import { PlainProse } from '../../ui/plain-prose'
import { Skeleton } from '../../ui/skeleton'

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
            Version {data.version}, in force since{' '}
            <time dateTime={data.publishedAt}>{formatDate(data.publishedAt)}</time>
          </p>
          <PlainProse text={data.body} />
        </>
      ) : null}
      {data || error ? null : <Skeleton className="mt-12 h-96 rounded-card" />}
    </article>
  )
}
