import { vi } from 'vitest'

/** Makes this the URL of every object, since jsdom has no object URLs. */
export function stubObjectUrls(url: string): void {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => url
      static override revokeObjectURL = () => {}
    },
  )
}
