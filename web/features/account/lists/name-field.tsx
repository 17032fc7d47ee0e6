import { listNameFault, listNameLength } from '#contract/values/videos/lists'
import { type Form, useForm } from '#web/lib/form/use-form'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

interface Values {
  name: string
}

export function useNameForm(initial: string, onName: (name: string) => void) {
  return useForm<Values>(
    { name: initial },
    ({ name }) => ({ name: listNameFault(name.trim()) }),
    ({ name }) => onName(name.trim()),
  )
}

export function NameField({ form, label }: { form: Form<Values>; label: string }) {
  return (
    <Field label={label} error={form.errors.name}>
      <Input
        {...form.field('name')}
        autoComplete="off"
        // Twice as many units as characters.
        maxLength={2 * listNameLength.max}
        placeholder="Name"
      />
    </Field>
  )
}
