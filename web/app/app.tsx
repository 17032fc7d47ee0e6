import { type ReactNode, StrictMode, useState } from 'react'
import type { Boot } from '#contract/schemas/site/boot'
import { FirstScreenContext } from '../lib/first-screen/values'
import { Providers } from './providers'
import { createQueryClient } from './query-client'
import { AppRoutes } from './router'

export interface AppProps {
  boot: Boot | null
  /** Whether the first screen is in the HTML: true in the worker, and in the browser that hydrates it. */
  isRendered: boolean
  /** Puts the router of the worker or of the browser around the pages. */
  inRouter: (pages: ReactNode) => ReactNode
}

/** Renders the site, in the worker and in the browser: one tree, or React couldn't hydrate it. */
export function App({ boot, isRendered, inRouter }: AppProps) {
  const [queryClient] = useState(() => createQueryClient(boot))
  const [first] = useState(() =>
    boot && isRendered ? { ageVerified: boot.ageVerified, isWaiting: true } : null,
  )
  return (
    <StrictMode>
      <FirstScreenContext value={first}>
        <Providers queryClient={queryClient}>{inRouter(<AppRoutes />)}</Providers>
      </FirstScreenContext>
    </StrictMode>
  )
}
