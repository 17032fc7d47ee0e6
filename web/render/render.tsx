import { prerender } from 'react-dom/static.edge'
import { StaticRouter } from 'react-router'
import type { Boot } from '#contract/schemas/site/boot'
import { renderedPages } from '#contract/values/site/rendered-pages'
import { App } from '../app/app'

export { renderLegal, renderReceipt } from './plain'

/**
 * Returns the HTML of a page's first screen, by its module's name: the gate for visitors who will see it, and
 * nothing for a page that the browser renders. Throws an error if any of it can't be rendered.
 */
export async function render(module: string, boot: Boot, address: string): Promise<string> {
  if (!renderedPages.includes(module)) return ''
  const { pathname, search } = new URL(address)
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <App
      boot={boot}
      isRendered
      inRouter={(pages) => <StaticRouter location={pathname + search}>{pages}</StaticRouter>}
    />,
    {
      // All of it in its place, without a script that moves it there: the content policy would refuse that.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  )
  if (failures.length > 0) throw failures[0]
  return new Response(prelude).text()
}
