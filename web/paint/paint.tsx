import type { ComponentType } from 'react'
import type { Boot } from '../../contract/schemas/site/boot'
import { Site } from '../app/layouts/site-layout'
import { PremiumPage } from '../app/pages/premium/premium'
import { CategoryPage } from '../app/pages/visit/category'
import { HomePage } from '../app/pages/visit/home'
import { createQueryClient } from '../app/query-client'
import { GateDialog } from '../features/visit/gate/gate-dialog'
import { answerFrom, type QueryClient } from './query'
import { restartIds } from './react'
import { goTo } from './router'
import { write } from './write'

/** The pages whose first screen is in the HTML, as the worker names them. */
const pages: Record<string, ComponentType> = {
  'visit/home': HomePage,
  'visit/category': CategoryPage,
  'premium/premium': PremiumPage,
}

/**
 * Returns the HTML of what a page shows at first: the gate to anyone who will see it, and nothing for a page that isn't
 * painted. Runs in the worker, from one call to the next without a pause, since the modules hold what is shown.
 */
export function paint(module: string, boot: Boot, address: string): string {
  const Page = pages[module]
  if (!Page) return ''
  const url = new URL(address)
  const [, , slug] = url.pathname.split('/')
  restartIds()
  answerFrom(createQueryClient(boot) as unknown as QueryClient)
  goTo({ url, params: slug ? { slug: decoded(slug) } : {}, page: <Page /> })
  return write(boot.ageVerified ? <Site /> : <GateDialog onConfirm={() => {}} />)
}

/** As the router does it: what isn't percent-encoded as it should be stays as it stands. */
function decoded(slug: string): string {
  try {
    return decodeURIComponent(slug)
  } catch {
    return slug
  }
}
