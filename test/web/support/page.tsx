import { setImmediate as nextTask } from 'node:timers/promises'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { vi } from 'vitest'
import type { User } from '#contract/schemas/accounts/auth'
import type { Boot } from '#contract/schemas/site/boot'
import type { WaitingCounts } from '#contract/schemas/site/overview'
import { Providers } from '#web/app/providers.tsx'
import { createQueryClient } from '#web/app/query-client'
import { KeptPart } from '#web/lib/kept-part.tsx'
import { categories, settings, shop } from './site'

export interface SentRequest {
  method: string
  path: string
  body: unknown
}

type Answer = unknown | ((request: SentRequest) => unknown)

export interface PageOptions {
  viewer?: User | null
  /**
   * Responses by method and path, such as `PATCH /api/videos/1`. A Response is returned unchanged, everything
   * else as JSON.
   */
  answers?: Record<string, Answer>
  boot?: Partial<Boot>
}

const waitingPath = '/api/admin/waiting'
const noneWaiting: WaitingCounts = {
  pending: 0,
  reports: 0,
  removals: 0,
  appeals: 0,
  claims: 0,
  paymentAlerts: 0,
  jobs: 0,
  mail: 0,
}

/** Renders a single page at its URL. Responses come from a table, and every request is recorded. */
export function renderPage(path: string, route: string, page: ReactNode, options: PageOptions = {}) {
  const { viewer = null, answers = {}, boot = {} } = options
  const sent: SentRequest[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    // Whatever an earlier test gave up isn't sent in this one.
    init.signal?.throwIfAborted()
    const body = typeof init.body === 'string' ? readBody(init.body) : null
    const request = { method: init.method ?? 'GET', path: String(input), body }
    // The numbers next to the panel's sections belong to no section.
    if (request.path !== waitingPath) sent.push(request)
    // No response is immediate, so that the loading state is tested, too.
    await nextTask()
    const table: Record<string, Answer> = { [`GET ${waitingPath}`]: noneWaiting, ...answers }
    const known = table[`${request.method} ${request.path}`]
    const answer = typeof known === 'function' ? await known(request) : known
    if (answer instanceof Response) return answer.clone()
    if (answer !== undefined) return Response.json(answer)
    const detail = `The test has no answer for ${request.method} ${request.path}.`
    return Response.json({ code: 'not_found', detail, status: 404 }, { status: 404 })
  })
  const queryClient = createQueryClient({ settings, viewer, ageVerified: true, categories, shop, ...boot })
  const view = render(
    <Providers queryClient={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <KeptPart>
          <Routes>
            <Route path={route} element={<main>{page}</main>} />
            <Route path="*" element={<Elsewhere />} />
          </Routes>
        </KeptPart>
      </MemoryRouter>
    </Providers>,
  )
  return { ...view, sent, queryClient }
}

/** Parses JSON; returns other text, such as captions, as it is. */
function readBody(text: string): unknown {
  return /^[[{]/.test(text) ? JSON.parse(text) : text
}

/** Shows the URL to which a page sent its visitor. */
function Elsewhere() {
  const { pathname, search } = useLocation()
  return <main data-testid="elsewhere">{pathname + search}</main>
}

export function problem(status: number, code: string, detail: string, errors?: object[]): Response {
  return Response.json({ status, code, detail, title: '', type: '', requestId: '', errors }, { status })
}
