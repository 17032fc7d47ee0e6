import { Spinner } from '../ui/feedback/spinner'

export function Working({ children }: { children: string }) {
  return (
    <p role="status" className="flex min-h-24 items-center justify-center gap-3 text-dim">
      <Spinner />
      {children}
    </p>
  )
}
