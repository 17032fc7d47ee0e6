import clsx from 'clsx'

/** Renders the mark alone. A discreet browser covers it, as it does the name. */
export function WordmarkGlyph({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={clsx('wordmark', className)}>
      <path d="M19.4 4.3a12 12 0 1 0 8.2 16.3A10.4 10.4 0 0 1 19.4 4.3Z" fill="currentColor" />
      <circle cx="24.4" cy="9.6" r="2.5" className="fill-gold" />
    </svg>
  )
}

export interface WordmarkProps {
  name: string
  /** The operator's own, in place of mark and name. */
  logo?: { url: string; width: number; height: number } | null | undefined
  /** For the text, which a narrow header leaves out. */
  className?: string | undefined
}

export function Wordmark({ name, logo, className }: WordmarkProps) {
  if (logo)
    return (
      <span className="wordmark block">
        <img src={logo.url} width={logo.width} height={logo.height} alt={name} className="h-7 w-auto" />
      </span>
    )
  return (
    <span className="flex items-center gap-2.5">
      <WordmarkGlyph className="size-7 text-accent" />
      <span
        className={clsx(
          'wordmark font-bold text-[1.25rem] lowercase leading-none tracking-[-0.03em]',
          className,
        )}
      >
        {name}
      </span>
    </span>
  )
}
