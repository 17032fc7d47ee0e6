import type { ReactElement, ReactNode } from 'react'
import { createRoutesFromElements } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { AppRoutes } from '#web/app/router.tsx'
import { pages } from '#worker/routes/pages'

type Load = () => Promise<unknown>

vi.mock('#web/app/lazy-page', () => ({
  lazyPage: (load: Load) => Object.assign(() => null, { load }),
}))
vi.mock('#web/app/layouts/site-layout.tsx', () => ({ SiteLayout: () => null }))

/**
 * The router's paths, with a value for each parameter and without the optional ones, each with the area and
 * file of its page.
 */
const routes = createRoutesFromElements(AppRoutes().props.children)
  .flatMap(({ children = [] }) => children)
  .filter(({ path }) => path !== '*')
  .flatMap(({ path = '', element }) =>
    [...new Set([path.replace(/\/:\w+\?/g, ''), path.replaceAll('?', '')])].map((each) => ({
      path: each.replace(/:\w+/g, '1'),
      module: moduleOf(element),
    })),
  )

function moduleOf(element: ReactNode): string | undefined {
  const { load } = (element as ReactElement).type as unknown as { load: Load }
  return /pages\/(\w+\/[\w-]+)/.exec(String(load))?.[1]
}

describe('the pages that the worker answers', () => {
  it.each(routes)('include $path', ({ path, module }) => {
    expect(pages.filter((page) => page.path.test(path)).map((page) => page.module)).toEqual([module])
  })

  it('are all known to the router', () => {
    const unknown = pages.filter((page) => !routes.some(({ path }) => page.path.test(path)))
    expect(unknown).toEqual([])
  })
})
