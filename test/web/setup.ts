// jsdom has no IndexedDB.
import 'fake-indexeddb/auto'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { dismissToast } from '../../web/ui/feedback/toast'
import '../../web/ui/feedback/toast-card'
import { intersect } from './support/browser/intersect'
import { noteDom, useRealClock } from './support/shared-dom'

// The first test of a file loads its page's modules, which takes longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** Stubs for jsdom. Nothing has a size there, so nothing overflows and nothing scrolls into view. */
class NoResize implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const resetDom = noteDom()

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoResize)
  vi.stubGlobal('IntersectionObserver', intersect.Observer)
  vi.stubGlobal('scrollTo', vi.fn())
  Element.prototype.scrollIntoView = vi.fn()
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
})

afterEach(() => {
  cleanup()
  // Before the rest: what still waits for a fake clock may write to the storage.
  useRealClock()
  dismissToast()
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'age_verified=; Max-Age=0; Path=/'
  vi.unstubAllGlobals()
})

// Files share the packages and jsdom's window: each leaves no module of ours, and the DOM as it was.
afterAll(async () => {
  vi.restoreAllMocks()
  vi.resetModules()
  await resetDom()
})
