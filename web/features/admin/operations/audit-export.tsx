import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { withPassword } from '#web/entities/viewer/with-password'
import { client } from '#web/lib/api'
import { saveFile } from '#web/lib/dom/save-file'
import { fileOf } from '#web/lib/file-of'
import { Button } from '#web/ui/button.tsx'
import { failedTo } from '#web/ui/feedback/failed-to'
import { type AuditSearch, givenOf } from './queries'

/** Saves all entries that the current search finds. */
export function AuditExport({ search }: { search: AuditSearch }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => withPassword(() => fileOf(client.api.admin.audit.csv.$get({ query: givenOf(search) }))),
    onSuccess: (file) => saveFile(file, 'audit-log.csv'),
    onError: (error) => failedTo('export the audit log', error),
  })
  return (
    <Button className="justify-self-start" busy={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" className="size-4.5" />
      Download CSV
    </Button>
  )
}
