import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'

export interface MethodViewProps {
  title: string
  /** Returns to the methods. */
  onCancel: () => void
  cancelLabel?: string
  children: ReactNode
}

/**
 * Renders one payment method in place of the list. Takes the focus, which keyboard users would lose
 * otherwise.
 */
export function MethodView({ title, onCancel, cancelLabel = 'Cancel', children }: MethodViewProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section aria-labelledby={id} className="payment-view grid animate-fade gap-4">
      <div className="flex items-center justify-between gap-4">
        <h3 ref={heading} id={id} tabIndex={-1} className="scroll-mt-24 font-bold text-lead">
          {title}
        </h3>
        <Button variant="ghost" className="-mr-3" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
      {children}
    </section>
  )
}
