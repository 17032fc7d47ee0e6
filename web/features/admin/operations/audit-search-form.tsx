import { useTyped } from '../../../lib/use-typed'
import { Field } from '../../../ui/form/field'
import { Input } from '../../../ui/form/input'
import { SearchButton } from '../../../ui/form/search-field'
import type { AuditSearch } from './queries'

const fields = [
  { name: 'action', label: 'Act', help: 'e.g. video.remove', maxLength: 60 },
  { name: 'subject', label: 'Type', help: 'e.g. video or user', maxLength: 40 },
  { name: 'subjectId', label: 'ID', help: 'From the URL', maxLength: 64 },
  { name: 'actorId', label: 'Done by (user ID)', help: 'From User Management', maxLength: 12 },
] as const

export interface AuditSearchFormProps {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

export function AuditSearchForm({ search, onSearch }: AuditSearchFormProps) {
  const [values, setValues] = useTyped(search)
  return (
    <search>
      <form
        className="grid grid-cols-2 items-start gap-3 xl:grid-cols-[repeat(4,minmax(0,1fr))_auto]"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch({
            actorId: values.actorId.replaceAll(/\D/g, ''),
            action: values.action.trim(),
            subject: values.subject.trim(),
            subjectId: values.subjectId.trim(),
          })
        }}
      >
        {fields.map(({ name, label, help, maxLength }) => (
          <Field key={name} label={label} help={help}>
            <Input
              name={name}
              maxLength={maxLength}
              inputMode={name === 'actorId' ? 'numeric' : undefined}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        <SearchButton className="max-xl:col-span-2 xl:mt-7.5" />
      </form>
    </search>
  )
}
