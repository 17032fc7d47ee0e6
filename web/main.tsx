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

createRoot(root).render(
  <StrictMode>
    <Providers queryClient={createQueryClient(readBoot())}>
      <BrowserRouter>
        <AppRoutes />
      </BrowserRouter>
    </Providers>
  </StrictMode>,
)
