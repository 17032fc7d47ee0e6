import type { ReactNode } from 'react'
import type { VideoDetails } from '#contract/schemas/videos/video'
import { scheduleMaxDays } from '#contract/values/videos/video'
import { type ShownAs, shownAs } from '#web/entities/video/state/video-state'
import type { Form } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import { dayMs, localMinute, nextDay, readLocalMinute, timeZoneName } from './local-time'

export interface VisibilityFieldProps {
  form: Form<VideoDetails>
  /** The link of an unlisted video, once it has one. */
  link?: ReactNode
}

const choices: readonly { value: ShownAs; label: string; help: string }[] = [
  { value: 'public', label: 'Public', help: 'Anyone can find and watch it.' },
  {
    value: 'unlisted',
    label: 'Unlisted',
    help: "Anyone who has its link can watch it. It's in no list and no search.",
  },
  { value: 'private', label: 'Private', help: 'Only you can see it. Publish it whenever you like.' },
  { value: 'scheduled', label: 'Publish later', help: 'Private until a date and time, then public.' },
]

/** Asks who may see the video and, for a scheduled one, from when. */
export function VisibilityField({ form, link }: VisibilityFieldProps) {
  const { values, errors, set } = form
  // While a time is being typed it is empty for a moment, which doesn't choose another visibility.
  const shown = values.publishAt === null ? values.visibility : shownAs({ ...values, publishAt: 'typed' })

  function choose(next: ShownAs) {
    set('visibility', next === 'scheduled' ? 'private' : next)
    set('publishAt', next === 'scheduled' ? nextDay(Date.now()) : null)
  }

  return (
    <div className="grid gap-3">
      <RadioList
        label="Visibility"
        choices={choices}
        value={shown}
        error={errors.visibility}
        onChange={choose}
      />
      {shown === 'unlisted' ? (link ?? <UnlistedNote />) : null}
      {values.publishAt === null ? null : (
        <Field
          label="Publish on"
          error={errors.publishAt}
          help={`Your local time, ${timeZoneName()}. At most 12 months ahead.`}
        >
          <Input
            type="datetime-local"
            name="publishAt"
            className="max-w-64 tabular-nums"
            min={localMinute(Date.now())}
            max={localMinute(Date.now() + scheduleMaxDays * dayMs)}
            defaultValue={localMinute(Date.parse(values.publishAt))}
            // Uncontrolled: browsers report an incomplete time as an empty one, and would lose the typed
            // text.
            onChange={({ target }) => set('publishAt', readLocalMinute(target.value))}
          />
        </Field>
      )}
    </div>
  )
}

function UnlistedNote() {
  return <p className="text-faint text-meta">You'll find the link under My Videos.</p>
}
