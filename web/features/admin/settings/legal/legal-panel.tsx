import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type LegalPage, legalPages } from '#contract/values/site/legal'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { adminParams } from '#web/lib/navigation/admin-paths'
import { legalTitles } from '#web/lib/navigation/paths'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { usePublishLegal } from '../mutations'
import { adminLegalQuery } from '../queries'
import { LegalEditor } from './editor'
import { LegalVersions } from './versions'

/** Shows the legal pages one at a time; the current one is in the address. */
export function LegalPanel() {
  const [params, setParams] = useSearchParams()
  const page = legalPages.find((each) => each === params.get('page')) ?? legalPages[0]
  return (
    <div className="grid gap-6">
      <Field label="Page" className="max-w-80">
        <Select
          value={page}
          onChange={(event) =>
            setParams(adminParams('settings', { view: 'legal', page: event.target.value }))
          }
        >
          {legalPages.map((each) => (
            <option key={each} value={each}>
              {legalTitles[each]}
            </option>
          ))}
        </Select>
      </Field>
      <LegalDocument key={page} page={page} />
    </div>
  )
}

function LegalDocument({ page }: { page: LegalPage }) {
  const { data: legal, error, refetch } = useQuery(adminLegalQuery(page))
  const region = useRef<HTMLElement>(null)
  // Not in the editor, which is replaced by a new one before the mutation ends.
  const publishing = usePublishLegal(page)
  const rememberFocus = useFocusAfter(publishing.isPending, region)
  if (error && !legal) return <LoadError error={error} onRetry={refetch} />
  if (!legal)
    return (
      <div role="status" aria-busy="true" aria-label="Loading the page">
        <Skeleton className="h-160 rounded-card" />
      </div>
    )
  return (
    <section ref={region} tabIndex={-1} aria-label={legalTitles[page]} className="grid gap-8">
      <LegalEditor
        // A published text replaces the input.
        key={legal.version}
        page={page}
        legal={legal}
        publishing={publishing}
        onPublish={rememberFocus}
      />
      <LegalVersions page={page} versions={legal.versions} current={legal.version} />
    </section>
  )
}
