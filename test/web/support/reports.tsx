import { ReportsPanel } from '#web/features/admin/safety/reports/reports-panel.tsx'
import { type PageOptions, renderPage } from './page'
import { makeUser } from './site'

export const openReports = 'GET /api/admin/reports?status=open'

/** Renders the tab Reports, without reports unless `answers` has some. */
export function renderReports(answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/admin?tab=reports${query}`, '/admin', <ReportsPanel />, {
    viewer: makeUser({ isAdmin: true }),
    answers: { [openReports]: [], ...answers },
  })
}
