import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import type { EmbedBoot } from '#contract/schemas/videos/embed'
import { applyAccent } from '../lib/dom/apply-accent'
import { root } from '../lib/dom/root'
import { EmbedPage } from './embed-page'

/**
 * The document that other sites frame. It never asks about an account, and has no router, since every
 * link opens a new window.
 */
function startEmbed(): void {
  const data = document.getElementById('boot')?.textContent
  if (!data) throw new Error('The embed document has lost its data')
  const boot = JSON.parse(data) as EmbedBoot
  applyAccent(boot.accent)
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { mutations: { retry: false } } })}>
      <EmbedPage boot={boot} />
    </QueryClientProvider>,
  )
}

startEmbed()
