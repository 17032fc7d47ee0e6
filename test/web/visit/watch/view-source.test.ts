import { afterEach, beforeEach, expect, it, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => vi.restoreAllMocks())

/** Returns the source of a view after these pages, when the document was opened from `referrer`. */
async function sourceAfter(pages: string[], referrer = ''): Promise<string> {
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
  const { notePage } = await import('#web/lib/navigation/arrival')
  const { viewSource } = await import('#web/features/visit/watch/stage/record/view-source')
  for (const page of pages) notePage(page)
  return viewSource()
}

it.each([
  [['/search', '/video/1'], '', 'search'],
  // The page is rendered again, as after signing in on it.
  [['/search', '/video/1', '/video/1'], '', 'search'],
  [['/search', '/video/1', '/video/2'], '', 'site'],
  [['/', '/video/1'], 'https://example.org/', 'site'],
  [['/video/1'], 'https://example.org/', 'link'],
  [['/video/1'], '', 'site'],
])('a view after %j, opened from “%s”, comes from %s', async (pages, referrer, source) => {
  expect(await sourceAfter(pages, referrer)).toBe(source)
})
