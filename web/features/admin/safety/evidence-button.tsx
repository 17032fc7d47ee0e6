import { useMutation } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { withPassword } from '#web/entities/viewer/with-password'
import { client } from '#web/lib/api'
import { saveFile } from '#web/lib/dom/save-file'
import { fileOf } from '#web/lib/file-of'
import { Button } from '#web/ui/button.tsx'
import { failedTo } from '#web/ui/feedback/failed-to'

/** Saves everything known about a case as one file, for the authorities. */
export function EvidenceButton({ videoId, title }: { videoId: number; title: string }) {
  const { can } = useViewer()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      withPassword(() =>
        fileOf(client.api.admin.videos[':id'].evidence.$get({ param: { id: String(videoId) } })),
      ),
    onSuccess: (file) => saveFile(file, `evidence-video-${videoId}.json`),
    onError: (error) => failedTo('export the evidence', error),
  })
  // It names everyone who took part in the case.
  if (!can('case.readContacts')) return null
  return (
    <Button variant="ghost" busy={isPending} aria-label={`Evidence of ${title}`} onClick={() => mutate()}>
      <FileArchive aria-hidden="true" className="size-4" />
      Evidence
    </Button>
  )
}
