import { useQuery } from '@tanstack/react-query'
import type { AdminLegal } from '#contract/schemas/site/settings-admin'
import type { LegalPage } from '#contract/values/site/legal'
import { formatTime } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { PlainProse } from '#web/ui/text/plain-prose.tsx'
import { legalVersionQuery } from '../queries'

export interface LegalVersionDialogProps {
  page: LegalPage
  version: AdminLegal['versions'][number]
  onClose: () => void
}

/** Shows a published version word for word: it is what its users agreed to. */
export function LegalVersionDialog({ page, version, onClose }: LegalVersionDialogProps) {
  const { data: legal, error, refetch } = useQuery(legalVersionQuery(page, version.version))
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`Version ${version.version}: ${version.title}`}
      description={
        <>
          Published <time dateTime={version.publishedAt}>{formatTime(version.publishedAt)}</time>
        </>
      }
      width="sm:max-w-2xl"
      region="Published text"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {error && !legal ? <LoadError error={error} onRetry={refetch} /> : null}
      {legal ? <PlainProse text={legal.body} /> : null}
      {legal || error ? null : (
        <div role="status" aria-busy="true" aria-label="Loading the version">
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
    </Dialog>
  )
}
