import { errorDetail } from '../../lib/api-error'

/** One toast at a time: a new one replaces the last. Can be shown from anywhere; the Toaster renders it. */
export interface Toast {
  title: string
  description?: string
}

export interface ShownToast extends Toast {
  id: number
  isFailure?: boolean
}

let current: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

export function toast(next: Toast): void {
  show(next)
}

/** Shows what went wrong and why, from a sentence or whatever was thrown. */
export function errorToast(title: string, cause: unknown): void {
  show({ title, description: typeof cause === 'string' ? cause : errorDetail(cause), isFailure: true })
}

export function dismissToast(): void {
  publish(null)
}

export function currentToast(): ShownToast | null {
  return current
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function show(next: Omit<ShownToast, 'id'>): void {
  lastId += 1
  publish({ ...next, id: lastId })
}

function publish(next: ShownToast | null): void {
  current = next
  for (const listener of listeners) listener()
}
