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
    help: 'Shorter ones are refused.',
  },
  {
    name: 'maxDuration',
    unit: 'seconds',
    label: 'Longest video, in seconds',
    help: 'Longer ones are refused. The upload page says both limits.',
  },
  {
    name: 'maxUploadBytes',
    unit: 'gigabytes',
    label: 'Largest file, in GB',
    help: 'Of one upload.',
  },
  {
    name: 'quotaBytes',
    unit: 'gigabytes',
    label: 'Storage of one account, in GB',
    help: 'With everything that is made of its videos. Whoever is above it keeps what is there, and uploads no more.',
  },
  {
    name: 'storageBudgetBytes',
    unit: 'gigabytes',
    label: 'Storage budget, in GB',
    help: 'What you mean to pay for. Nothing is refused above it; Overview and Storage Management show how far it is used. 0 is no budget.',
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
