import type { ReactNode } from 'react'

/** Covers the picture with a message, and what can be done about it. */
export function FailureFrame({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children?: ReactNode
}) {
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/85 p-4 text-center"
    >
      <p className="font-bold text-lead text-text">{title}</p>
      <p className="max-w-sm text-dim">{text}</p>
      {children}
    </div>
  )
}
