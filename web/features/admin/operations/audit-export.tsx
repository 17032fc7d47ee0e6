import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { withPassword } from '../../../entities/viewer/with-password'
import { client } from '../../../lib/api'
import { saveFile } from '../../../lib/dom/save-file'
import { fileOf } from '../../../lib/file-of'
import { Button } from '../../../ui/button'
import { failedTo } from '../../../ui/feedback/failed-to'
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
