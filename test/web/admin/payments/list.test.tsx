import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { expectAccessible } from '../../support/axe'
import { stubObjectUrls } from '../../support/browser/object-urls'
import { withNext } from '../../support/content'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeAdminClaim, makeAdminPayment, makeAlert } from '../../support/payments'
import { makeUser } from '../../support/site'

const list = 'GET /api/admin/payments?limit=50'
const administrator = makeUser({ isAdmin: true })

function renderPayments(answers: PageOptions['answers'] = {}, query = '', viewer = administrator) {
  return renderPage(`/admin?tab=payments${query}`, '/admin', <AdminPage />, {
    viewer,
    answers: {
      [list]: [makeAdminPayment('pmt_1')],
      'GET /api/admin/claims': [],
      'GET /api/admin/payment-alerts': [],
      ...answers,
    },
  })
}

describe('the payments tab', () => {
  it('lists payments, with whose they are and what they bought', async () => {
    renderPayments({
      [list]: [
        makeAdminPayment('pmt_1'),
        makeAdminPayment('pmt_2', { user: null, plan: null, granted: false, method: 'upi' }),
      ],
    })
    const [, first, second] = await screen.findAllByRole('row')
    expect(first?.textContent).toContain('member')
    expect(first?.textContent).toContain('$14.99')
    expect(first?.textContent).toContain('Granted')
    expect(second?.textContent).toContain('No one yet')
    expect(second?.textContent).toContain('Not granted')
    await expectAccessible()
  })

  it('shows support the payments without the statements', async () => {
    renderPayments({}, '', makeUser({ staff: 'support' }))
    expect(await screen.findByText('Granted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Payments (CSV)' })).toBeNull()
  })

  it("saves a month's statement and the acquirer's report, of the last whole one if none is chosen", async () => {
    const asked: string[] = []
    const month = (back: number) => {
      const now = new Date()
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)).toISOString().slice(0, 7)
    }
    const answers = [
      `payment-statements/${month(1)}`,
      `payment-statements/${month(0)}`,
      `acquirer-reports/${month(0)}`,
    ].map((each) => [
      `GET /api/admin/${each}`,
      () => {
        asked.push(each)
        return new Response('Time (UTC)\r\n', { headers: { 'content-type': 'text/csv' } })
      },
    ])
    const files: string[] = []
    stubObjectUrls('blob:x')
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download)
    })
    renderPayments(Object.fromEntries(answers))
    const button = await screen.findByRole('button', { name: 'Payments (CSV)' })
    await userEvent.click(button)
    await waitFor(() => expect(files).toEqual([`payments-${month(1)}.csv`]))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Month' }), month(0))
    await userEvent.click(button)
    await waitFor(() => expect(files).toEqual([`payments-${month(1)}.csv`, `payments-${month(0)}.csv`]))
    await userEvent.click(screen.getByRole('button', { name: 'Acquirer report (CSV)' }))
    await waitFor(() => expect(files.at(-1)).toBe(`acquirer-report-${month(0)}.csv`))
    expect(asked).toEqual([
      `payment-statements/${month(1)}`,
      `payment-statements/${month(0)}`,
      `acquirer-reports/${month(0)}`,
    ])
  })

  it('searches by text and status, both in the address', async () => {
    const { sent } = renderPayments({
      'GET /api/admin/payments?limit=50&q=033814379298': [makeAdminPayment('pmt_2')],
      'GET /api/admin/payments?limit=50&q=033814379298&status=refunded': [],
    })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), ' 033814379298 {Enter}')
    expect(await screen.findByText('capture-pmt_2')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'refunded')
    expect(await screen.findByRole('heading', { name: 'No payment found' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all payments' }))
    expect(await screen.findByText('capture-pmt_1')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Payments' }))
    expect(sent.map(({ path }) => path).filter((path) => path.startsWith('/api/admin/payments'))).toEqual([
      '/api/admin/payments?limit=50',
      '/api/admin/payments?limit=50&q=033814379298',
      '/api/admin/payments?limit=50&q=033814379298&status=refunded',
    ])
  })

  it('opens with the search that the address names', async () => {
    renderPayments(
      { 'GET /api/admin/payments?limit=50&q=member&status=captured': [makeAdminPayment('pmt_7')] },
      '&find=member&status=captured',
    )
    expect(await screen.findByText('capture-pmt_7')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('member')
  })

  it('goes by date, both ways, page by page, and says when a page could not be loaded', async () => {
    const oldest = '/api/admin/payments?limit=50&order=asc'
    let isBroken = true
    renderPayments({
      [`GET ${oldest}`]: () => withNext([makeAdminPayment('pmt_2')], `${oldest}&cursor=abc`),
      [`GET ${oldest}&cursor=abc`]: () =>
        isBroken ? problem(500, 'internal', 'Broken.') : [makeAdminPayment('pmt_3')],
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Date' }))
    expect(await screen.findByText('capture-pmt_2')).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: 'Date' }).getAttribute('aria-sort')).toBe('ascending')
    await userEvent.click(screen.getByRole('link', { name: 'Next' }))
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Previous' })).toBeTruthy()
    isBroken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('capture-pmt_3')).toBeTruthy()
  })

  it('says when it could not be loaded, and tries again', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    renderPayments({ [list]: () => answer })
    answer = await screen.findByText('Broken.').then(() => [makeAdminPayment('pmt_1')])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('capture-pmt_1')).toBeTruthy()
  })

  it('says how much waits elsewhere', async () => {
    renderPayments({
      'GET /api/admin/claims': withNext([makeAdminClaim('c1')], '/api/admin/claims?cursor=abc'),
      'GET /api/admin/payment-alerts': [makeAlert(1), makeAlert(2)],
    })
    expect(await screen.findByRole('link', { name: 'Claims 1+' })).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Alerts 2' })).toBeTruthy()
  })
})

describe('alerts', () => {
  const address = 'GET /api/admin/payment-alerts'

  it('are resolved one by one', async () => {
    let open = [makeAlert(2), makeAlert(1, { paymentId: null, text: 'Money came for an unknown order.' })]
    renderPayments(
      {
        [address]: () => open,
        'POST /api/admin/payment-alerts/2/resolve': () => {
          open = open.slice(1)
          return new Response(null, { status: 204 })
        },
      },
      '&view=alerts',
    )
    expect(await screen.findByText('Money came for an unknown order.')).toBeTruthy()
    await expectAccessible()
    await userEvent.click(screen.getByRole('button', { name: 'Resolve alert 2' }))
    await waitFor(() => expect(screen.queryByText(/was paid with \$14.98/)).toBeNull())
    expect(screen.getByText('Alert resolved')).toBeTruthy()
    const region = screen.getByRole('region', { name: 'Alerts' })
    await waitFor(() => expect(document.activeElement).toBe(region))
    expect(screen.getByRole('button', { name: 'Resolve alert 1' })).toBeTruthy()
  })

  it('stay when resolving fails, and go when somebody was first', async () => {
    let answer = problem(500, 'internal', 'Broken.')
    let open = [makeAlert(2)]
    renderPayments(
      { [address]: () => open, 'POST /api/admin/payment-alerts/2/resolve': () => answer },
      '&view=alerts',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Resolve alert 2' }))
    expect(await screen.findByText('Failed to resolve the alert. Broken.')).toBeTruthy()
    answer = problem(409, 'conflict', 'This alert is resolved already.')
    open = []
    await userEvent.click(screen.getByRole('button', { name: 'Resolve alert 2' }))
    expect(await screen.findByRole('heading', { name: 'No alerts' })).toBeTruthy()
  })

  it('may be none', async () => {
    renderPayments({}, '&view=alerts')
    expect(await screen.findByRole('heading', { name: 'No alerts' })).toBeTruthy()
  })
})
