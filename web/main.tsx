import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Providers } from './app/providers'
import { createQueryClient } from './app/query-client'
import { ReplacePainted } from './app/replace-painted'
import { AppRoutes } from './app/router'
import { readBoot } from './lib/boot'
import { root } from './lib/dom/root'
import { PartError } from './lib/lazy-part'
import './styles/app.css'

const forced = matchMedia('(forced-colors: active)')
const style = () => void import('./styles/forced-colors.css')
forced.onchange = style
if (forced.matches) style()

// Two documents run something else, which starts once it is loaded. As entries of their own they would pull their modules
// into this one.
if (location.pathname === '/checkout') {
  void import('./checkout/checkout')
} else if (location.pathname.startsWith('/embed/')) {
  void import('./embed/embed')
} else {
  const app = createRoot(root, {
    // A file that can't be loaded is no fault of the app, and the page says so.
    onCaughtError: (error) => error instanceof PartError || reportError(error),
  })
  // In slices, between which the page that is painted already scrolls and follows links.
  startTransition(() =>
    app.render(
      <StrictMode>
        <ReplacePainted />
        <Providers queryClient={createQueryClient(readBoot())}>
          <BrowserRouter>
            <AppRoutes />
          </BrowserRouter>
        </Providers>
      </StrictMode>,
    ),
  )
}
