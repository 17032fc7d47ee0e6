import { vi } from 'vitest'

/** Gives jsdom, which has no object URLs, this one for everything. */
export function stubObjectUrls(url: string): void {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => url
      static override revokeObjectURL = () => {}
    },
  )
}
