import type { Video } from '#contract/schemas/videos/video'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { TextLink } from '#web/ui/text/link.tsx'
import { useReport } from './mutations'
import { ReportForm } from './report-form'

export interface ReportDialogProps {
  video: Video
  player: HTMLVideoElement | null
  onClose: () => void
}

export function ReportDialog({ video, player, onClose }: ReportDialogProps) {
  const { user } = useViewer()
  const { mutate, isPending, data: sent } = useReport(video)
  return (
    <ReportForm
      title={video.title}
      player={player}
      asksEmail={user === null}
      send={(report, onError) => mutate(report, { onError })}
      isPending={isPending}
      sent={sent}
      Anchor={TextLink}
      onClose={onClose}
    />
  )
}
