import { type ReactNode, startTransition } from 'react'
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app'
import { root } from './lib/dom/root'
import { readBoot } from './lib/first-screen/boot'
import { PartError } from './lib/lazy-part'
import './styles/app.css'

const forced = matchMedia('(forced-colors: active)')
const style = () => void import('./styles/forced-colors.css')
forced.onchange = style
if (forced.matches) style()

const options: RootOptions = {
  // A file that can't be loaded is no fault of the app, and the page says so.
  onCaughtError: (error) => error instanceof PartError || reportError(error),
}
const inRouter = (pages: ReactNode) => <BrowserRouter>{pages}</BrowserRouter>

// Two documents run something else, which starts once it is loaded. As entries of their own they would pull their modules
// into this one.
if (location.pathname === '/checkout') {
  void import('./checkout/checkout')
} else if (location.pathname.startsWith('/embed/')) {
  void import('./embed/embed')
} else {
  const isRendered = root.hasChildNodes()
  const app = <App boot={readBoot()} isRendered={isRendered} inRouter={inRouter} />
  // In slices, between which the page already scrolls and follows links.
  startTransition(() => {
    if (isRendered) hydrateRoot(root, app, options)
    else createRoot(root, options).render(app)
  })
}
