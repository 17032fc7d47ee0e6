import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlLook, useFieldProps } from './field'

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...useFieldProps()}
      className={clsx(controlLook, 'field-sizing-content min-h-24 resize-y py-2.5', className)}
      {...rest}
    />
  )
}
