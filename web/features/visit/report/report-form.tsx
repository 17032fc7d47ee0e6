import type { ComponentType, ReactNode } from 'react'
import type { Report } from '#contract/schemas/moderation/safety'
import { useForm } from '#web/lib/form/use-form'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import type { SentReport } from './mutations'
import { ReportFields } from './report-fields'
import { ReportSent } from './report-sent'
import { checkReport, emptyReport, reportOf } from './report-values'

export interface ReportFormProps {
  /** Title of the video. */
  title: string
  player: HTMLVideoElement | null
  /** For reporters without an account's email address. */
  asksEmail: boolean
  send: (report: Report, onError: (error: Error) => void) => void
  isPending: boolean
  /** The result, once it is sent. */
  sent: SentReport | undefined
  /** Renders the links of the receipt. */
  Anchor: ComponentType<{ to: string; children: ReactNode }>
  onClose: () => void
}

/** Renders a form, then its receipt. */
export function ReportForm(props: ReportFormProps) {
  const { title, player, asksEmail, send, isPending, sent, Anchor, onClose } = props
  const form = useForm(emptyReport, checkReport, (values) =>
    send(reportOf(values), (refusal) => form.refuse(refusal)),
  )
  const done = sent?.isNew ? 'Report received' : "You've already reported this video"
  return (
    <FormDialog
      title="Report video"
      description={title}
      form={form}
      submit={{ label: 'Send report', busy: 'Sending...', variant: 'primary' }}
      isPending={isPending}
      width="sm:max-w-lg"
      onClose={onClose}
      done={sent ? { title: done, children: <ReportSent sent={sent} Anchor={Anchor} /> } : null}
    >
      <ReportFields form={form} player={player} asksEmail={asksEmail} />
    </FormDialog>
  )
}
