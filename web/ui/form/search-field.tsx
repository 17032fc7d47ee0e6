import clsx from 'clsx'
import { Search } from 'lucide-react'
import { Button } from '../button'
import { Field } from './field'
import { Input } from './input'

export interface SearchFieldProps {
  label?: string
  /** What is looked up, and how. */
  help: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  className?: string
}

/** A search in words, with the button that sends its form. */
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

/** As high as a field. */
export function SearchButton({ className }: { className?: string }) {
  return (
    <Button type="submit" className={clsx('h-11', className)}>
      <Search aria-hidden="true" className="size-4" />
      Search
    </Button>
  )
}
