import { listNameFault, listNameLength } from '../../../../contract/values/videos/lists'
import { type Form, useForm } from '../../../lib/use-form'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'

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
