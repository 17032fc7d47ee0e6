import type { ReactNode } from 'react'
import type { Consent } from './use-consent'

export interface OnceAgreedProps {
  consent: Consent
  /** What appears: "the address and QR code". */
  what: string
  children: ReactNode
}

/**
 * Shows where to send money while the buyer agrees to the order above. Unticking the box hides it again: it was shown
 * for that order alone, and another coin or price asks anew.
 */
export function OnceAgreed({ consent, what, children }: OnceAgreedProps) {
  if (consent.field.checked) return <div className="animate-fade">{children}</div>
  return (
    <p className="rounded-card border border-line border-dashed px-4 py-3 text-dim">
      Tick the box above to see {what}. Please don't send any money until then.
    </p>
  )
}
