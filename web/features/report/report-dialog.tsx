import type { Video } from '../../../contract/schemas/videos'
import { useForm } from '../../lib/use-form'
import { FormDialog } from '../../ui/form-dialog'
import { useReport } from './mutations'
import { ReportFields } from './report-fields'
import { ReportSent } from './report-sent'
import { checkReport, emptyReport, reportOf } from './report-values'

export interface ReportDialogProps {
  video: Video
  player: HTMLVideoElement | null
  onClose: () => void
}

/** A form first, its receipt then. */
export function ReportDialog({ video, player, onClose }: ReportDialogProps) {
  const { mutate, isPending, data: sent } = useReport(video)
  const form = useForm(emptyReport, checkReport, (values) =>
    mutate(reportOf(values), { onError: (refusal) => form.refuse(refusal) }),
  )
  const title = sent?.isNew ? 'Report received' : 'You have reported this video already'
  return (
    <FormDialog
      title="Report video"
      description={video.title}
      form={form}
      submit={{ label: 'Send report', busy: 'Sending...', variant: 'primary' }}
      isPending={isPending}
      width="sm:max-w-lg"
      onClose={onClose}
      done={sent ? { title, children: <ReportSent sent={sent} /> } : null}
    >
      <ReportFields form={form} player={player} />
    </FormDialog>
  )
}
