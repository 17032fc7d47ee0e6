import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { makeSettings } from './administration'
import { type PageOptions, renderPage } from './page'
import { makeUser } from './site'

export const loadSettings = 'GET /api/admin/settings'

/** Renders the tab Site Settings; `query` continues its URL. */
export function renderSettings(answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/admin?tab=settings${query}`, '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { [loadSettings]: makeSettings(), 'GET /api/admin/refused-terms': [], ...answers },
  })
}

export function field(name: string | RegExp) {
  return screen.findByRole<HTMLInputElement>('textbox', { name })
}

export async function retype(name: string | RegExp, text: string) {
  const input = await field(name)
  await userEvent.clear(input)
  if (text) await userEvent.type(input, text)
  return input
}
