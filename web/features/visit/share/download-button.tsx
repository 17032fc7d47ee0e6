import { useMutation } from '@tanstack/react-query'
import { Download, Lock } from 'lucide-react'
import type { Video } from '#contract/schemas/videos/video'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { ApiError } from '#web/lib/api-error'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'

/** Offers the file to members, where the uploader allows it, and always to its owner and staff. */
export function DownloadButton({ video }: { video: Video }) {
  const { user, can } = useViewer()
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(video),
    onError: (error) => errorToast('Download failed', error),
  })
  const isOwners = user?.id === video.userId || can('video.manageAny')
  if (isOwners ? !video.videoUrl : !video.allowDownload) return null
  if (!isOwners && !can('video.download')) {
    return (
      <ButtonLink to={paths.premium}>
        <Lock aria-hidden="true" className="size-4 text-gold" />
        Download
        <span className="sr-only">, for premium members</span>
      </ButtonLink>
    )
  }
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      <Download aria-hidden="true" className="size-4.5" />
      Download
    </Button>
  )
}

/**
 * Has the browser download the file. Requests one byte first, since the browser's own error would explain
 * nothing.
 */
async function download({ id, unlistedKey }: Video): Promise<void> {
  const address = `/api/videos/${id}/download${unlistedKey ? `?key=${unlistedKey}` : ''}`
  const response = await fetch(address, { headers: { range: 'bytes=0-0' } })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  await response.arrayBuffer()
  const link = document.createElement('a')
  link.href = address
  // The response names the file.
  link.download = ''
  link.click()
}
