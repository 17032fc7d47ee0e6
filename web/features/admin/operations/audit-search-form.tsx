import { usernameLength } from '#contract/values/shared/limits'
import { auditSubjects } from '#contract/values/site/audit-acts'
import { auditLabels } from '#contract/values/site/audit-labels'
import { useTyped } from '#web/lib/form/use-typed'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { SearchButton } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { AuditSearch } from './queries'

export interface AuditSearchFormProps {
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

export function AuditSearchForm({ search, onSearch }: AuditSearchFormProps) {
  const [values, setValues] = useTyped(search)
  const control = (name: keyof AuditSearch) => ({
    name,
    value: values[name],
    onChange: (event: { target: { value: string } }) => setValues({ ...values, [name]: event.target.value }),
  })
  const typed = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <search>
      <form
        className="grid items-start gap-3 min-[22rem]:grid-cols-2 lg:grid-cols-4"
        onSubmit={(event) => {
          event.preventDefault()
          const trimmed = Object.entries(values).map(([name, value]) => [name, value.trim()])
          onSearch(Object.fromEntries(trimmed) as AuditSearch)
        }}
      >
        <Field label="Action">
          <Select {...control('action')}>
            <option value="">All actions</option>
            {Object.entries(auditLabels).map(([group, acts]) => (
              <optgroup key={group} label={group}>
                {Object.entries(acts).map(([action, label]) => (
                  <option key={action} value={action}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        </Field>
        <Field label="Done by">
          <Input {...control('actor')} {...typed} maxLength={usernameLength.max} placeholder="Username" />
        </Field>
        <Field label="Type">
          <Select {...control('subject')}>
            <option value="">All types</option>
            {Object.entries(auditSubjects).map(([subject, name]) => (
              <option key={subject} value={subject}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="ID">
          <Input {...control('subjectId')} {...typed} maxLength={64} placeholder="From the URL" />
        </Field>
        <Field label="From">
          <Input type="date" {...control('from')} max={values.to || undefined} />
        </Field>
        <Field label="To">
          <Input type="date" {...control('to')} min={values.from || undefined} />
        </Field>
        <SearchButton className="max-lg:col-span-full lg:mt-7.5" />
      </form>
    </search>
  )
}
