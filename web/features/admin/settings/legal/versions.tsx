import { Suspense, useRef, useState } from 'react'
import type { AdminLegal } from '#contract/schemas/site/settings-admin'
import type { LegalPage } from '#contract/values/site/legal'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { formatTime } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

const LegalVersionDialog = lazyDialog(() => import('./version-dialog'), 'LegalVersionDialog')

type Version = AdminLegal['versions'][number]

export interface LegalVersionsProps {
  page: LegalPage
  versions: Version[]
  /** The version in force. */
  current: number
}

/** Lists the versions with their dates: each account agreed to one of them. */
export function LegalVersions({ page, versions, current }: LegalVersionsProps) {
  const [opened, setOpened] = useState<Version | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, region)
  const columns: Column<Version>[] = [
    { title: 'Version', cell: ({ version }) => <span className="tabular-nums">{version}</span> },
    {
      title: 'Title',
      cell: ({ version, title }) =>
        version === current ? <TextLink to={paths.legal(page)}>{title}</TextLink> : title,
    },
    {
      title: 'Published',
      cell: ({ publishedAt }) => <time dateTime={publishedAt}>{formatTime(publishedAt)}</time>,
    },
    {
      title: 'Text',
      action: true,
      cell: (version) => (
        <Button
          variant="ghost"
          aria-label={`Read version ${version.version}`}
          onClick={() => {
            rememberOpener()
            setOpened(version)
          }}
        >
          Read
        </Button>
      ),
    },
  ]
  return (
    <section ref={region} tabIndex={-1} aria-labelledby="legal-versions" className="grid max-w-3xl gap-2">
      <h2 id="legal-versions" className="font-bold text-lead">
        Versions
      </h2>
      <DataTable label="Versions" columns={columns} rows={versions} rowKey={({ version }) => version} />
      <Suspense>
        {opened ? <LegalVersionDialog page={page} version={opened} onClose={() => setOpened(null)} /> : null}
      </Suspense>
    </section>
  )
}
