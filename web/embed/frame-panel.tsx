import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import type { SiteLogo } from '#contract/values/shared/look'
import { Wordmark } from '../ui/wordmark'

/** The operator's own logo, if there is one. */
export const FrameLogo = createContext<SiteLogo | null>(null)

export interface FramePanelProps {
  siteName: string
  title: string
  text: string
  /** Replaces the element that was pressed, and takes over its focus. */
  takesFocus?: boolean
  children?: ReactNode
}

/** Shows text in the middle of the frame, which may be as narrow as 200 pixels. */
export function FramePanel({ siteName, title, text, takesFocus = false, children }: FramePanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])

  return (
    <main className="grid min-h-dvh place-items-center bg-surface-1 p-2 text-center sm:p-4">
      <div className="grid max-w-md justify-items-center gap-1.5 sm:gap-3">
        <div className="[@media(height<220px)]:hidden">
          <Wordmark name={siteName} logo={useContext(FrameLogo)} />
        </div>
        <h1 ref={heading} tabIndex={-1} className="font-bold sm:text-title">
          {title}
        </h1>
        <p className="text-dim text-meta sm:text-body [@media(height<200px)]:hidden">{text}</p>
        {children}
      </div>
    </main>
  )
}
