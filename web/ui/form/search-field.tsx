import clsx from 'clsx'
import { Search } from 'lucide-react'
import { Button } from '../button'
import { Field } from './field'
import { Input } from './input'

export interface SearchFieldProps {
  label?: string
  /** Explains which fields are searched, and how. */
  help: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  className?: string
}

/** Renders a text search with the button that submits its form. */
export function SearchField({
  label = 'Search',
  help,
  maxLength,
  value,
  onChange,
  className,
}: SearchFieldProps) {
  return (
    <Field label={label} help={help} {...(className ? { className } : {})}>
      <div className="flex gap-2">
        <Input
          type="search"
          maxLength={maxLength}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <SearchButton />
      </div>
    </Field>
  )
}

/** As tall as a field. */
export function SearchButton({ className }: { className?: string }) {
  return (
    <Button type="submit" className={clsx('h-11', className)}>
      <Search aria-hidden="true" className="size-4" />
      Search
    </Button>
  )
}
