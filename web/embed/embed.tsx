import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import type { EmbedBoot } from '#contract/schemas/videos/embed'
import { applyAccent } from '../lib/dom/apply-accent'
import { root } from '../lib/dom/root'
import { EmbedPage } from './embed-page'
import { FrameLogo } from './frame-panel'
import { SandboxedFrame } from './sandboxed-frame'

/**
 * The document that other sites frame. It never asks about an account, and has no router, since every
 * link opens a new window.
 */
function startEmbed(): void {
  const data = document.getElementById('boot')?.textContent
  if (!data) throw new Error('The embed document has lost its data')
  const boot = JSON.parse(data) as EmbedBoot
  applyAccent(boot.accent)
  // The page around took the frame's origin away: it has no storage, and none of its calls is answered.
  if (self.origin === 'null') {
    createRoot(root).render(
      <FrameLogo value={boot.logo}>
        <SandboxedFrame boot={boot} />
      </FrameLogo>,
    )
    return
  }
  createRoot(root).render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { mutations: { retry: false } } })}>
      <EmbedPage boot={boot} />
    </QueryClientProvider>,
  )
}

startEmbed()
