import { formatBytes } from '../../../../contract/values/shared/bytes'
import { formatDuration } from '../../../../contract/values/shared/duration'
import type { Form } from '../../../lib/use-form'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import type { SettingsValues } from './settings-values'

const fields = [
  {
    name: 'minDuration',
    unit: 'seconds',
    label: 'Shortest video, in seconds',
    help: 'Shorter videos are refused.',
  },
  {
    name: 'maxDuration',
    unit: 'seconds',
    label: 'Longest video, in seconds',
    help: 'Longer videos are refused. The upload page shows both limits.',
  },
  {
    name: 'maxUploadBytes',
    unit: 'gigabytes',
    label: 'Largest file, in GB',
    help: 'Per upload.',
  },
  {
    name: 'quotaBytes',
    unit: 'gigabytes',
    label: 'Storage per account, in GB',
    help: "Includes all renditions. Accounts over the limit keep their videos but can't upload more.",
  },
  {
    name: 'storageBudgetBytes',
    unit: 'gigabytes',
    label: 'Storage budget, in GB',
    help: "A soft limit shown on Overview and Storage. Uploads aren't blocked. 0 turns it off.",
  },
] as const

export function LimitFields({ form: { values, errors, field } }: { form: Form<SettingsValues> }) {
  return fields.map(({ name, unit, label, help }) => (
    <Field key={name} label={label} help={help} error={errors[name]}>
      <div className="flex items-center gap-3">
        <Input
          inputMode={unit === 'seconds' ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={20}
          className="max-w-40 text-right tabular-nums"
          {...field(name)}
        />
        <span className="text-dim text-meta tabular-nums">{inWords(values[name], unit)}</span>
      </div>
    </Field>
  ))
}

/** Returns the typed value in words; empty while it isn't a number. */
function inWords(typed: string, unit: 'seconds' | 'gigabytes'): string {
  const value = Number(typed)
  if (typed.trim() === '' || !Number.isFinite(value) || value < 0) return ''
  return unit === 'seconds' ? formatDuration(value) : formatBytes(value * 1e9)
}
