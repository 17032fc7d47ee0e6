import type { ReactNode } from 'react'
import { WordmarkGlyph } from '../wordmark'

export interface FormPanelProps {
  title: string
  subtitle: ReactNode
  /** Shown below the panel: a link to the other form. */
  footer?: ReactNode
  children: ReactNode
}

/** Frames the sign-in and sign-up forms, and the pages that links in emails open. */
export function FormPanel({ title, subtitle, footer, children }: FormPanelProps) {
  return (
    <div className="relative isolate min-h-96 overflow-hidden">
      <div
        aria-hidden="true"
        className="-z-10 absolute inset-x-0 top-0 h-96 bg-[radial-gradient(60%_100%_at_50%_0%,color-mix(in_oklch,var(--color-accent)_16%,transparent),transparent)]"
      />
      <div className="page grid max-w-[30rem] gap-5 pt-8 sm:pt-16">
        <div className="grid gap-6 rounded-panel sm:border sm:border-line sm:bg-surface-1 sm:p-8">
          <header className="grid justify-items-center gap-1 text-center">
            <WordmarkGlyph className="mb-2 size-10 text-accent" />
            <h1 className="font-bold text-title">{title}</h1>
            <p className="text-dim">{subtitle}</p>
          </header>
          {children}
        </div>
        {footer ? <p className="text-center text-dim">{footer}</p> : null}
      </div>
    </div>
  )
}
