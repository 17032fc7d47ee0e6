import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { RadioList } from '#web/ui/form/radio-list.tsx'
import type { CaptionPlan } from './cut-captions'

/** A plan while it is chosen. */
export interface PlanDraft {
  kind: CaptionPlan['kind']
  /** As typed. */
  seconds: string
}

export const keepCaptions: PlanDraft = { kind: 'keep', seconds: '' }

const choices = [
  { value: 'keep', label: 'Keep them as they are' },
  { value: 'shift', label: 'Shift them' },
  { value: 'remove', label: 'Remove them' },
] as const

/** In seconds, as long as a video may last. */
const furthest = 3600

/** Returns the plan; null while its seconds are missing. */
export function planOf({ kind, seconds: typed }: PlanDraft): CaptionPlan | null {
  if (kind !== 'shift') return { kind }
  const seconds = Number(typed.trim().replace(',', '.'))
  return seconds !== 0 && Math.abs(seconds) <= furthest ? { kind, seconds } : null
}

/** Says how a plan changed the captions. */
export function planText(plan: CaptionPlan): string {
  if (plan.kind === 'keep') return 'Captions were kept.'
  if (plan.kind === 'remove') return 'Captions were removed.'
  return `Captions now appear ${Math.abs(plan.seconds)} s ${plan.seconds > 0 ? 'later' : 'earlier'}.`
}

export interface PlanChoiceProps {
  value: PlanDraft
  onChange: (plan: PlanDraft) => void
}

/** Asks whether to keep, remove or shift the captions when another file replaces the video's. */
export function PlanChoice({ value, onChange }: PlanChoiceProps) {
  const { kind, seconds } = value
  return (
    <div className="grid gap-3">
      <RadioList
        label="What about the captions? They were made for the previous file."
        choices={choices}
        value={kind}
        error={undefined}
        onChange={(chosen) => onChange({ ...value, kind: chosen })}
      />
      {kind === 'shift' ? (
        <Field
          label="Seconds"
          className="max-w-60"
          help="2.5 shows them later, -2.5 earlier. What would begin before 0:00 is cut off."
          error={seconds === '' || planOf(value) ? undefined : 'Enter a number such as 2.5 or -2.5.'}
        >
          <Input
            value={seconds}
            autoComplete="off"
            onChange={({ target }) => onChange({ ...value, seconds: target.value })}
            // Enter would submit the form, whose other fields aren't about this.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </Field>
      ) : null}
    </div>
  )
}
