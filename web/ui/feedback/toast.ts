/** One toast at a time: a new one takes the place of the last. Callable from anywhere; the Toaster shows it. */
export interface Toast {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
}

export interface ShownToast extends Toast {
  id: number
}

let current: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

export function toast(next: Toast): void {
  lastId += 1
  publish({ ...next, id: lastId })
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

function publish(next: ShownToast | null): void {
  current = next
  for (const listener of listeners) listener()
}
