import { durationInWords } from '#contract/values/shared/duration-words'
import type { Form } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { SettingsValues } from './values/settings'
import { countText, readCount, readDuration, readSize, sizeText } from './values/typed-limits'

const fields = [
  {
    name: 'minDuration',
    unit: 'time',
    label: 'Shortest video',
    help: 'Shorter videos are refused. Type it as 90 seconds or 2 minutes.',
  },
  {
    name: 'maxDuration',
    unit: 'time',
    label: 'Longest video',
    help: 'Longer videos are refused. The upload page shows both limits.',
  },
  {
    name: 'maxUploadBytes',
    unit: 'size',
    label: 'Largest file',
    help: 'Per upload. Type it as 4 GB or 500 MB.',
  },
  {
    name: 'quotaBytes',
    unit: 'size',
    label: 'Storage per account',
    help: "Includes all renditions. Accounts over the limit keep their videos but can't upload more.",
  },
  {
    name: 'historyLimit',
    unit: 'videos',
    label: 'Videos kept in watch history',
    help: 'The latest of each account. If you lower it, older ones are deleted for good within a week.',
  },
  {
    name: 'storageBudgetBytes',
    unit: 'size',
    label: 'Storage budget',
    help: "A soft limit shown on Overview and Storage. Uploads aren't blocked. 0 turns it off.",
  },
] as const

export function LimitFields({ form: { values, errors, field } }: { form: Form<SettingsValues> }) {
  return fields.map(({ name, unit, label, help }) => (
    <Field key={name} label={label} help={help} error={errors[name]}>
      <div className="flex items-center gap-3">
        <Input
          autoComplete="off"
          maxLength={20}
          className="max-w-40 text-right tabular-nums"
          {...field(name)}
        />
        <span className="text-dim text-meta tabular-nums">{readAs(values[name], unit)}</span>
      </div>
    </Field>
  ))
}

/** Returns the value as it is understood; empty where it was typed in that form. */
function readAs(typed: string, unit: keyof typeof units): string {
  const { read, words } = units[unit]
  const value = read(typed)
  if (value === null) return ''
  return words(value) === typed.trim() ? '' : words(value)
}

const units = {
  time: { read: readDuration, words: durationInWords },
  size: { read: readSize, words: sizeText },
  videos: { read: readCount, words: countText },
} as const
