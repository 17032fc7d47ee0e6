import { render } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import type { Shop } from '#contract/schemas/payments/shop'
import type { Boot } from '#contract/schemas/site/boot'
import { defaultSettings, type PublicSettings, publicPart } from '#contract/schemas/site/settings'
import type { Category } from '#contract/schemas/videos/categories'
import type { Video } from '#contract/schemas/videos/video'
import { capabilitiesOf } from '#contract/values/accounts/permissions'
import { roleOf } from '#contract/values/accounts/roles'
import { Providers } from '#web/app/providers.tsx'
import { createQueryClient } from '#web/app/query-client'
import { AppRoutes } from '#web/app/router.tsx'

export const settings: PublicSettings = {
  ...publicPart(defaultSettings),
  siteDescription: 'Videos for adults',
  contactEmail: 'contact@example.org',
  maxUploadBytes: 1e10,
  siteUrl: 'https://example.org',
  offersDownloads: false,
  offers4k: false,
}

export const shop: Shop = {
  stock: { videos: 13, seconds: 4830 },
  currencies: ['USD', 'INR'],
  chosen: null,
  first: 'USD',
}

export const categories: Category[] = [
  { id: 2, name: 'Fractals', slug: 'fractals', videoCount: 3 },
  { id: 3, name: 'Slow Light', slug: 'slow-light', videoCount: 2 },
]

export function makeUser(over: Partial<User> = {}): User {
  const account: Omit<User, 'capabilities'> = {
    id: 7,
    username: 'viewer',
    email: 'viewer@example.org',
    createdAt: '2026-01-02T03:04:05.000Z',
    isPremium: false,
    isAdmin: false,
    staff: over.isAdmin ? 'owner' : null,
    premiumUntil: null,
    claim: null,
    emailVerified: true,
    savesHistory: true,
    unread: 0,
    ...over,
  }
  return { ...account, capabilities: over.capabilities ?? capabilitiesOf(roleOf(account)) }
}

export function makeVideo(id: number, over: Partial<Video> = {}): Video {
  return {
    id,
    userId: 3,
    uploader: { id: 3, username: 'creator' },
    title: `Video ${id}`,
    description: '',
    videoUrl: null,
    thumbnailUrl: `/media/poster-${id}.jpg`,
    previewUrl: null,
    trailerUrl: null,
    storyboard: null,
    sources: null,
    captions: [],
    duration: 75,
    width: 1280,
    height: 720,
    categoryId: 2,
    isPremium: false,
    isPublic: true,
    visibility: over.isPublic === false ? 'private' : 'public',
    allowDownload: false,
    posterStyle: 'clear',
    views: 0,
    likes: 0,
    createdAt: '2026-01-02T03:04:05.000Z',
    ...over,
  }
}

/**
 * The API's responses by path and query: a body, or a Response for anything but a plain 200. They may change
 * later.
 */
export type Answers = Record<string, unknown>

export interface SiteOptions {
  viewer?: User | null
  answers?: Answers
  boot?: Partial<Boot>
  /** False leaves the visitor in front of the age gate. */
  ageVerified?: boolean
}

/** Renders the whole site at a URL, with responses from a table. */
export function renderSite(path: string, options: SiteOptions = {}) {
  const { viewer = null, answers = {}, boot = {}, ageVerified = true } = options
  if (ageVerified) localStorage.setItem('ageVerified', 'true')
  const requests: string[] = []
  const known: Answers = { '/api/categories': categories, ...(viewer && { '/api/auth/me': viewer }) }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const address = String(input)
    requests.push(address)
    const answer = answers[address] ?? known[address]
    if (answer instanceof Response) return answer.clone()
    // Never settles, so the request stays pending.
    if (answer instanceof Promise) return answer
    if (answer === undefined) {
      const problem = { code: 'not_found', detail: `The test has no answer for ${address}.`, status: 404 }
      return Response.json(problem, { status: 404 })
    }
    return Response.json(answer)
  })
  const queryClient = createQueryClient({ settings, viewer, ageVerified, shop, ...boot })
  history.pushState(null, '', path)
  const view = render(
    <Providers queryClient={queryClient}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>,
  )
  return { ...view, requests, queryClient }
}

/** Returns a list with a next page, in the API's form. */
export function pageAnswer(items: Video[], next: string): Response {
  return Response.json(items, { headers: { link: `<${next}>; rel="next"` } })
}
