// jsdom has no IndexedDB.
import 'fake-indexeddb/auto'
import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import * as react from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { dismissToast } from '#web/ui/feedback/toast'
import '#web/ui/feedback/toast-card.tsx'
import { intersect } from './support/browser/intersect'
import { noteDom, useRealClock } from './support/shared-dom'

// The first test of a file loads its page's modules, which takes longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000, getElementError: elementError })

/**
 * Returns an error that prints the document only if its message is read: most of these errors are caught, and
 * the query is retried.
 */
function elementError(message: string | null, container: Element): Error {
  const error = new Error(message ?? '')
  error.name = 'TestingLibraryElementError'
  Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => `${message ?? ''}\n\n${prettyDOM(container)}`,
  })
  return error
}

// React records where each element is made, for the stacks of its warnings. Above a limit it stops, which
// saves a tenth of these tests' time.
const internals = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (!('recentlyCreatedOwnerStacks' in internals))
  throw new Error('React counts these stacks no more, or elsewhere')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})

/** Stubs for jsdom, in which nothing has a size, so nothing overflows and nothing scrolls into view. */
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
  // First of all: code waiting for a fake clock may still write to the storage.
  useRealClock()
  dismissToast()
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
  document.cookie = 'age_verified=; Max-Age=0; Path=/'
  vi.unstubAllGlobals()
})

// Files share the packages, jsdom's window and its database. Each restores them, and leaves none of our
// modules behind.
afterAll(async () => {
  vi.restoreAllMocks()
  vi.resetModules()
  notifyManager.setScheduler(defaultScheduler)
  globalThis.indexedDB = new IDBFactory()
  await resetDom()
})
