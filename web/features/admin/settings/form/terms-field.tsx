import { useQuery } from '@tanstack/react-query'
import type { RefusedTerm } from '#contract/schemas/site/blocked-terms'
import { blockedTermLimits, termPlaces, tidyTerms } from '#contract/values/site/blocked-terms'
import type { Form } from '#web/lib/form/use-form'
import { formatShortDate } from '#web/lib/format'
import { formatCount } from '#web/lib/format-count'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { refusedTermsQuery } from '../queries'
import type { SettingsValues } from './values/settings'

/** Edits the list of blocked terms, and shows the terms refused lately. */
export function TermsField({ form }: { form: Form<SettingsValues> }) {
  const { values, errors, field } = form
  const list = tidyTerms(values.blockedTerms)
  const count = list === '' ? 0 : list.split('\n').length
  return (
    <>
      <Field
        label="Terms"
        help="One a line: a word, or several in a row. Capitals, accents and punctuation don't matter. “art” doesn't match “part”."
        aside={`${count} / ${blockedTermLimits.terms}`}
        error={errors.blockedTerms}
      >
        <Textarea
          {...field('blockedTerms')}
          autoCapitalize="none"
          spellCheck={false}
          className="max-h-96 overflow-y-auto"
        />
      </Field>
      <RefusedTerms />
    </>
  )
}

const count = (name: keyof RefusedTerm['counts']) => (row: RefusedTerm) => formatCount(row.counts[name] ?? 0)

/** The places without a column of their own: captions, usernames, profiles, comments and lists. */
function elsewhere({ counts }: RefusedTerm) {
  const others = termPlaces.filter((place) => !['title', 'description', 'tag', 'search'].includes(place))
  return formatCount(others.reduce((sum, place) => sum + (counts[place] ?? 0), 0))
}

const columns: Column<RefusedTerm>[] = [
  { title: 'Term', isWide: true, cell: ({ term }) => <span className="wrap-anywhere">{term}</span> },
  { title: 'Titles', align: 'right', cell: count('title') },
  { title: 'Descriptions', align: 'right', cell: count('description') },
  { title: 'Tags', align: 'right', cell: count('tag') },
  { title: 'Searches', align: 'right', cell: count('search') },
  { title: 'Elsewhere', align: 'right', cell: elsewhere },
  {
    title: 'Last',
    cell: ({ lastAt }) => (
      <time dateTime={lastAt} className="whitespace-nowrap">
        {formatShortDate(lastAt)}
      </time>
    ),
  },
]

/** Shows how often each term was refused; no names are kept. */
function RefusedTerms() {
  const { data, error, refetch } = useQuery(refusedTermsQuery)
  return (
    <section aria-labelledby="refused-terms" className="grid gap-2">
      <h3 id="refused-terms" className="font-medium">
        Recently refused
      </h3>
      {error && !data ? (
        <LoadError error={error} onRetry={refetch} />
      ) : data?.length === 0 ? (
        <p className="text-faint text-meta">Refused terms will appear here. We don't record who used them.</p>
      ) : data ? (
        <DataTable
          label="Recently refused"
          isDense
          columns={columns}
          rows={data}
          rowKey={({ term }) => term}
        />
      ) : null}
    </section>
  )
}
