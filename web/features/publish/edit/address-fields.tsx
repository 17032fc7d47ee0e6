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
        help="Enter a different URL to replace the video. To create all qualities, use “Video file” instead."
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
            ? "Filled in once we've read the file."
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
