import { formatDuration } from '../../../../contract/values/shared/duration'
import type { Form } from '../../../lib/use-form'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import type { EditValues } from './edit-values'

export interface AddressFieldsProps {
  form: Form<EditValues>
  duration: number | null
}

/** Edits the addresses of the media. The server fetches a new address. */
export function AddressFields({ form, duration }: AddressFieldsProps) {
  return (
    <div className="grid gap-5">
      <Field
        label="Video URL"
        error={form.errors.videoUrl}
        help="Another address here is fetched as it is (MP4, WebM). Under “Video file” it gets every quality."
      >
        <Input {...form.field('videoUrl')} inputMode="url" autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Thumbnail URL" error={form.errors.thumbnailUrl}>
        <Input {...form.field('thumbnailUrl')} inputMode="url" autoComplete="off" spellCheck={false} />
      </Field>
      <Field
        label="Duration (seconds)"
        className="max-w-60"
        help={
          duration === null
            ? 'Known as soon as the file is.'
            : `${formatDuration(duration)}, read from the file.`
        }
      >
        <Input
          type="number"
          min={1}
          readOnly
          value={duration === null ? '' : Math.max(1, Math.round(duration))}
        />
      </Field>
    </div>
  )
}
