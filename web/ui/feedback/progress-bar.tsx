import clsx from 'clsx'

export interface ProgressBarProps {
  label: string
  /** Between 0 and 1; null while it isn't known. */
  value: number | null
  className?: string
}

export function ProgressBar({ label, value, className }: ProgressBarProps) {
  const percent = value === null ? undefined : Math.round(value * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx('h-1.5 overflow-hidden rounded-full bg-surface-3', className)}
    >
      <div
        className={clsx(
          'h-full origin-left rounded-full bg-accent transition-transform duration-200',
          value === null && 'animate-pulse',
        )}
        style={{ transform: `scaleX(${value ?? 1})` }}
      />
    </div>
  )
}
