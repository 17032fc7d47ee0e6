import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import type { EmbedBoot } from '../../contract/schemas/videos/embed'
import { EmbedPage } from './embed-page'

/**
 * What runs in the document that other sites frame, in place of the site: it asks for nothing of an account, and has no
 * router, since every link leads to a window of its own.
 */
export function startEmbed(root: HTMLElement): void {
  const data = document.getElementById('boot')?.textContent
  if (!data) throw new Error('The embed document has lost its data')
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { mutations: { retry: false } } })}>
      <EmbedPage boot={JSON.parse(data) as EmbedBoot} />
    </QueryClientProvider>,
  )
}
