import { accentContrast, accentPattern, defaultAccent } from '#contract/values/shared/look'
import type { Form } from '#web/lib/form/use-form'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import type { SettingsValues } from '../values/settings'

/** Renders the accent colour, by its code or the browser's picker, as text and button. */
export function AccentField({ form }: { form: Form<SettingsValues> }) {
  const typed = form.values.accent.trim().toLowerCase() || defaultAccent
  const colour = accentPattern.test(typed) ? typed : defaultAccent
  const contrast = Math.floor(accentContrast(colour) * 10) / 10
  return (
    <Field
      label="Accent colour"
      help={`For buttons, links and progress. Contrast on the site's background: ${contrast}:1, at least 4.5:1 is needed.`}
      error={form.errors.accent}
    >
      <div className="flex flex-wrap items-center gap-3">
        <input
          type="color"
          aria-label="Colour picker"
          {...form.field('accent')}
          value={colour}
          className="h-11 w-14 cursor-pointer rounded-nav border border-line bg-surface-1 p-1"
        />
        <Input
          {...form.field('accent')}
          placeholder={defaultAccent}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="max-w-36 tabular-nums"
        />
        <span style={{ color: colour }} className="font-medium">
          Sample text
        </span>
        {form.values.accent === '' ? null : (
          <Button onClick={() => form.set('accent', '')}>Use the default</Button>
        )}
      </div>
    </Field>
  )
}
