import { emailLength } from '#contract/values/shared/limits'
import { useTyped } from '#web/lib/form/use-typed'
import { SearchField } from '#web/ui/form/search-field.tsx'

export interface MailSearchFormProps {
  recipient: string
  onSearch: (recipient: string) => void
}

export function MailSearchForm({ recipient, onSearch }: MailSearchFormProps) {
  const [typed, setTyped] = useTyped(recipient)
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <SearchField
          label="Recipient"
          help="Full email address"
          maxLength={emailLength.max}
          value={typed}
          onChange={setTyped}
          className="max-w-xl"
        />
      </form>
    </search>
  )
}
