import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { Providers } from './app/providers'
import { AppRoutes } from './app/router'
import { readBoot } from './lib/boot'
import { createQueryClient } from './lib/query-client'
import './styles/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// The checkout document runs something else. As an entry of its own it would draw its modules into this one.
if (location.pathname === '/checkout') {
  void import('./checkout/checkout').then(({ startCheckout }) => startCheckout(root))
} else {
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={createQueryClient(readBoot())}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </Providers>
    </StrictMode>,
  )
}
