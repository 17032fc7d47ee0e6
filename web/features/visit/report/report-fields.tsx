import { isGrave } from '#contract/values/moderation/reasons'
import { detailsLength } from '#contract/values/moderation/safety'
import { formatDuration } from '#contract/values/shared/duration'
import type { Form } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { ReasonChoice } from './reason-choice'
import type { ReportValues } from './report-values'

export interface ReportFieldsProps {
  form: Form<ReportValues>
  /** Null where nothing is played. */
  player: HTMLVideoElement | null
  /** For reporters without an account's email address. */
  asksEmail: boolean
}

export function ReportFields({ form: { values, errors, field, set }, player, asksEmail }: ReportFieldsProps) {
  return (
    <>
      <ReasonChoice
        value={values.reason}
        error={errors.reason}
        onChange={(reason) => set('reason', reason)}
      />
      {values.reason && isGrave(values.reason) ? (
        <Alert tone="warning">We usually hide the video right away, and always review it.</Alert>
      ) : null}
      <Field label="Time in the video (optional)" help="When it happens, e.g. 1:23." error={errors.at}>
        <div className="flex gap-2">
          <Input className="max-w-32 tabular-nums" inputMode="decimal" autoComplete="off" {...field('at')} />
          {player ? (
            <Button className="h-11" onClick={() => set('at', formatDuration(player.currentTime))}>
              Use the current time
            </Button>
          ) : null}
        </div>
      </Field>
      <Field
        label="Details (optional)"
        aside={`${values.details.length} / ${detailsLength.max}`}
        error={errors.details}
      >
        <Textarea maxLength={detailsLength.max} {...field('details')} />
      </Field>
      {asksEmail ? (
        <Field
          label="Email (optional)"
          help="Only used to send you our decision. The uploader never learns who reported."
          error={errors.email}
        >
          <Input type="email" autoComplete="email" {...field('email')} />
        </Field>
      ) : null}
    </>
  )
}
