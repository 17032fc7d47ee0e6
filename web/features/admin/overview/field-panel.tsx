import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { FieldData } from '#contract/schemas/site/field-data'
import { timeMetrics } from '#contract/values/site/field-data'
import { formatCount } from '#web/lib/format-count'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TextLink } from '#web/ui/text/link.tsx'
import { FieldFacts } from './field-facts'
import { FieldFigure, figureNames } from './field-figure'
import { fieldDataQuery } from './queries'

/** Shows how fast the site was for its visitors, as a sample of them reported. */
export function FieldPanel() {
  const id = useId()
  const { data, error, refetch } = useQuery(fieldDataQuery)
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="font-bold text-section">
        Speed
      </h2>
      {data ? (
        <Figures data={data} />
      ) : error ? (
        <LoadError error={error} onRetry={refetch} />
      ) : (
        <CardSkeletons label="Loading the figures" className="h-24" />
      )}
    </section>
  )
}

function Figures({ data }: { data: FieldData }) {
  const { visits, days, routes, isOn } = data
  if (visits === 0) return <NothingYet isOn={isOn} />
  return (
    <>
      <p className="text-dim">
        {`${visits === 1 ? '1 visit' : `${formatCount(visits)} visits`} measured in the last ${days} days. For each figure, 75% of visits did at least this well.`}
        {isOn ? null : ' Measuring is off now.'}
      </p>
      <dl className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {timeMetrics.map((metric) => (
          <div key={metric} className="rounded-card border border-line bg-surface-1 px-4 py-3">
            <dt className="text-dim">{figureNames[metric].long}</dt>
            <dd className="font-bold text-title">
              <FieldFigure metric={metric} figure={data[metric]} />
            </dd>
          </div>
        ))}
      </dl>
      <DataTable
        label="Speed by page"
        rows={routes}
        rowKey={({ route }) => route}
        columns={[
          { title: 'Page', cell: ({ route }) => route },
          { title: 'Visits', align: 'right', cell: (row) => formatCount(row.visits) },
          ...timeMetrics.map((metric) => ({
            title: figureNames[metric].short,
            align: 'right' as const,
            cell: (row: FieldData['routes'][number]) => <FieldFigure metric={metric} figure={row[metric]} />,
          })),
        ]}
      />
      <FieldFacts data={data} />
    </>
  )
}

function NothingYet({ isOn }: { isOn: boolean }) {
  return (
    <p className="max-w-2xl text-dim">
      {isOn ? (
        'No visits measured yet. Figures appear here once visitors leave a page that was sampled.'
      ) : (
        <>
          Loading times aren't measured. Turn this on in{' '}
          <TextLink to={adminTab('settings')}>Settings</TextLink> to see how fast the site is for your
          viewers.
        </>
      )}
    </p>
  )
}
