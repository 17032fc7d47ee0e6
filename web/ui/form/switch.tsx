import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
  /** One line below the label; also why it is disabled. */
  help?: ReactNode
}

export function Switch({ label, help, className, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <div className={clsx('flex items-center justify-between gap-6', className)}>
      <div className="grid gap-0.5">
        <label htmlFor={id} className="font-medium text-body">
          {label}
        </label>
        {help ? (
          <p id={`${id}-help`} className="text-faint text-meta">
            {help}
          </p>
        ) : null}
      </div>
      <SwitchInput id={id} aria-describedby={help ? `${id}-help` : undefined} {...rest} />
    </div>
  )
}

/** Renders a switch alone, for a table whose headers name it; give it an `aria-label`. */
export function SwitchInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'role'>) {
  return (
    <span className={clsx('relative h-6 w-11 shrink-0', className)}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox announces its own state
        role="switch"
        className={clsx(
          'peer absolute inset-0 appearance-none rounded-full bg-surface-3 transition-colors',
          'before:-inset-2 cursor-pointer before:absolute checked:bg-accent disabled:cursor-not-allowed disabled:opacity-45',
        )}
        {...rest}
      />
      <span
        aria-hidden="true"
        className={clsx(
          'pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-text transition-transform',
          'peer-checked:translate-x-5 peer-checked:bg-accent-ink peer-disabled:opacity-60',
        )}
      />
    </span>
  )
}
