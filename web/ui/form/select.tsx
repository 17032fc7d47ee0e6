import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlLook, useFieldProps } from './field'

/** The browser's own select, which works best on phones. Pass <option> elements. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={clsx('relative', className)}>
      <select {...useFieldProps()} className={clsx(controlLook, 'h-11 appearance-none pr-10')} {...rest} />
      <ChevronDown
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-4 text-faint"
      />
    </div>
  )
}
