import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlLook, useFieldProps } from './field'

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldProps()} className={clsx(controlLook, 'h-11', className)} {...rest} />
}
