import clsx from 'clsx'
import { CircleExclamationPoint } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'

interface FieldState {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

const FieldContext = createContext<FieldState | null>(null)

export interface FieldProps {
  label: ReactNode
  /** Shown below the control. */
  help?: ReactNode
  error?: string | undefined
  /** Right of the label: a counter, a link. */
  aside?: ReactNode
  className?: string
  /** One Input, Textarea or Select. */
  children: ReactNode
}

export function Field({ label, help, error, aside, className, children }: FieldProps) {
  const id = useId()
  const helpId = `${id}-help`
  const errorId = `${id}-error`
  const describedBy = clsx(error && errorId, help && helpId) || undefined
  return (
    <div className={clsx('grid gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-body">
          {label}
        </label>
        {aside ? <span className="shrink-0 text-faint text-meta tabular-nums">{aside}</span> : null}
      </div>
      <FieldContext value={{ id, describedBy, invalid: Boolean(error) }}>{children}</FieldContext>
      <FieldError id={errorId}>{error}</FieldError>
      {help ? (
        <p id={helpId} className="text-faint text-meta">
          {help}
        </p>
      ) : null}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: string | undefined }) {
  if (!children) return null
  return (
    <p id={id} className="flex items-start gap-1.5 text-danger text-meta">
      <CircleExclamationPoint aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

/** Returns the props that tie a control to the Field around it. */
export function useFieldProps() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  }
}

export const controlLook = clsx(
  'w-full rounded-nav border border-line bg-surface-1 px-3 text-body text-text transition-colors',
  'placeholder:text-faint hover:border-surface-3 aria-invalid:border-danger disabled:opacity-55',
)
