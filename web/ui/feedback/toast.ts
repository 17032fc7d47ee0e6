import { errorDetail } from '../../lib/api-error'

/** One toast at a time: a new one replaces the last. Can be shown from anywhere; the Toaster renders it. */
export interface Toast {
  title: string
  description?: string
  /** Goes with the page that it is about: a toast that offers something is dismissed on the next page. */
  action?: { label: string; act: () => void }
  /** Called when the toast is dismissed or replaced without its action having been used. */
  onGone?: () => void
}

export interface ShownToast extends Toast {
  id: number
  isFailure?: boolean
}

let current: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

/** Shows a toast. Returns a function that takes it back, if it is still shown. */
export function toast(next: Omit<ShownToast, 'id'>): () => void {
  lastId += 1
  const shown = { ...next, id: lastId }
  publish(shown)
  return () => {
    if (current !== shown) return
    current = null
    publish(null)
  }
}

/** Shows a failure that can be tried again. Returns a function that takes the toast back. */
export function failureToast(next: Toast): () => void {
  return toast({ ...next, isFailure: true })
}

/** Shows what went wrong and why, from a sentence or whatever was thrown. */
export function errorToast(title: string, cause: unknown): void {
  toast({ title, description: typeof cause === 'string' ? cause : errorDetail(cause), isFailure: true })
}

export function dismissToast(): void {
  publish(null)
}

/** Uses the toast's action, which ends the toast. */
export function actOnToast({ action }: ShownToast): void {
  current = null
  publish(null)
  action?.act()
}

export function currentToast(): ShownToast | null {
  return current
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function publish(next: ShownToast | null): void {
  const gone = current
  current = next
  for (const listener of listeners) listener()
  gone?.onGone?.()
}
