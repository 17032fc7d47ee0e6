import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AdminPage } from '../../web/app/pages/admin'
import { expectAccessible } from './support/axe'
import { type PageOptions, problem, renderPage } from './support/page'
import { makeAdminClaim, makeAdminPayment, makeAlert } from './support/payments'
import { makeUser } from './support/site'

const list = 'GET /api/admin/payments'
const administrator = makeUser({ isAdmin: true })

function renderPayments(answers: PageOptions['answers'] = {}, query = '') {
  return renderPage(`/admin?tab=payments${query}`, '/admin', <AdminPage />, {
    viewer: administrator,
    answers: {
      [list]: [makeAdminPayment('pmt_1')],
      'GET /api/admin/claims': [],
      'GET /api/admin/payment-alerts': [],
      ...answers,
    },
  })
}

function withNext(items: unknown[], next: string): Response {
  return Response.json(items, { headers: { link: `<${next}>; rel="next"` } })
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
    expect(second?.textContent).toContain('Nobody yet')
    expect(second?.textContent).toContain('Not granted')
    await expectAccessible()
  })

  it('searches by text and status, both in the address', async () => {
    const { sent } = renderPayments({
      'GET /api/admin/payments?q=033814379298': [makeAdminPayment('pmt_2')],
      'GET /api/admin/payments?q=033814379298&status=refunded': [],
    })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search' }), ' 033814379298 {Enter}')
    expect(await screen.findByText('PayPal capture-pmt_2')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'refunded')
    expect(await screen.findByRole('heading', { name: 'No payment found' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all payments' }))
    expect(await screen.findByText('PayPal capture-pmt_1')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('')
    expect(sent.map(({ path }) => path).filter((path) => path.startsWith('/api/admin/payments'))).toEqual([
      '/api/admin/payments',
      '/api/admin/payments?q=033814379298',
      '/api/admin/payments?q=033814379298&status=refunded',
    ])
  })

  it('opens with the search that the address names', async () => {
    renderPayments(
      { 'GET /api/admin/payments?q=member&status=captured': [makeAdminPayment('pmt_7')] },
      '&find=member&status=captured',
    )
    expect(await screen.findByText('PayPal capture-pmt_7')).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' }).value).toBe('member')
  })

  it('loads more, and says when it can not', async () => {
    const next = '/api/admin/payments?cursor=abc'
    let broken = true
    renderPayments({
      [list]: withNext([makeAdminPayment('pmt_1')], next),
      [`GET ${next}`]: () => (broken ? problem(500, 'internal', 'Broken.') : [makeAdminPayment('pmt_2')]),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('More could not be loaded.')).toBeTruthy()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('PayPal capture-pmt_2')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('says when it could not be loaded, and tries again', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    renderPayments({ [list]: () => answer })
    answer = await screen.findByText('Broken.').then(() => [makeAdminPayment('pmt_1')])
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('PayPal capture-pmt_1')).toBeTruthy()
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

  it('stay when resolving fails', async () => {
    renderPayments(
      {
        [address]: [makeAlert(2)],
        'POST /api/admin/payment-alerts/2/resolve': problem(500, 'internal', 'Broken.'),
      },
      '&view=alerts',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Resolve alert 2' }))
    expect(await screen.findByText('Broken.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Resolve alert 2' })).toBeTruthy()
  })

  it('may be none', async () => {
    renderPayments({}, '&view=alerts')
    expect(await screen.findByRole('heading', { name: 'No alerts' })).toBeTruthy()
  })
})

describe('the claims queue', () => {
  const address = 'GET /api/admin/claims'

  it('shows the match that was found, or why there is none', async () => {
    const payment = makeAdminPayment('pmt_5', { status: 'captured', amountText: '₹999' })
    renderPayments(
      {
        [address]: [
          makeAdminClaim('c1', { bankId: 'hdfc', method: 'netbanking', rivals: 2 }),
          makeAdminClaim('c2', { payment, match: 'The plan is yearly, but ₹999 were paid.' }),
        ],
      },
      '&view=claims',
    )
    const [first, second] = await screen.findAllByRole('article')
    expect(first?.textContent).toContain('Netbanking, HDFC Bank')
    expect(first?.textContent).toContain('033814379298')
    expect(first?.textContent).toContain('No payment was found')
    expect(first?.textContent).toContain("Nothing with this reference is in the provider's records.")
    expect(first?.textContent).toContain('2 other members name the same reference.')
    expect(second?.textContent).toContain('A payment was found')
    expect(second?.textContent).toContain('The plan is yearly, but ₹999 were paid.')
    expect(second?.textContent).toContain('₹999, successful')
    await expectAccessible()
  })

  it('lets nobody decide about an own claim, and says so', async () => {
    const own = { id: administrator.id, username: administrator.username }
    renderPayments({ [address]: [makeAdminClaim('c1', { user: own })] }, '&view=claims')
    const card = within(await screen.findByRole('article'))
    const button = card.getByRole<HTMLButtonElement>('button', { name: 'Approve' })
    expect(button.disabled).toBe(true)
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('This is your own claim. Another administrator has to decide about it.')
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Reject' }).disabled).toBe(true)
  })

  it('approves with evidence alone, and keeps what was typed when it fails', async () => {
    const approve = 'POST /api/admin/claims/c1/approve'
    let answer: unknown = problem(409, 'conflict', 'This payment was already granted.')
    let claims = [makeAdminClaim('c1')]
    const { sent } = renderPayments({ [address]: () => claims, [approve]: () => answer }, '&view=claims')
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve claim' }))
    const submit = dialog.getByRole('button', { name: 'Approve for member' })
    await userEvent.click(submit)
    const id = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Payment id or transaction' })
    const note = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
    expect(id.getAttribute('aria-invalid')).toBe('true')
    expect(note.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(id)
    await expectAccessible(screen.getByRole('dialog'))

    await userEvent.type(id, 'pay_G8VQ12345')
    await userEvent.type(note, 'Compared with the statement.')
    await userEvent.click(submit)
    expect(await dialog.findByText('This payment was already granted.')).toBeTruthy()
    expect(id.value).toBe('pay_G8VQ12345')
    expect(note.value).toBe('Compared with the statement.')
    expect(document.activeElement).toBe(submit)

    answer = { success: true }
    claims = []
    await userEvent.click(submit)
    expect(await screen.findByText('Claim approved')).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'No claims wait' })).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Claims' })))
    expect(sent.filter(({ method }) => method === 'POST').at(-1)?.body).toEqual({
      paymentId: 'pay_G8VQ12345',
      note: 'Compared with the statement.',
    })
  })

  it('shows what another administrator decided in the meantime', async () => {
    let claims = [makeAdminClaim('c1')]
    const late = () => {
      claims = []
      return problem(409, 'conflict', 'This claim has been decided.')
    }
    renderPayments({ [address]: () => claims, 'POST /api/admin/claims/c1/reject': late }, '&view=claims')
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject claim' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No such transfer.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject claim' }))
    expect(await dialog.findByText('This claim has been decided.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('heading', { name: 'No claims wait' })).toBeTruthy()
  })

  it('rejects with a reason', async () => {
    const reject = 'POST /api/admin/claims/c1/reject'
    let claims = [makeAdminClaim('c1')]
    const { sent } = renderPayments(
      {
        [address]: () => claims,
        [reject]: () => {
          claims = []
          return { success: true }
        },
      },
      '&view=claims',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject claim' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject claim' }))
    expect(dialog.getByText('Please say why, in at least 3 characters.')).toBeTruthy()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No such transfer.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject claim' }))
    expect(await screen.findByText('Claim rejected')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { reason: 'No such transfer.' },
    ])
  })

  it('may be empty', async () => {
    renderPayments({}, '&view=claims')
    expect(await screen.findByRole('heading', { name: 'No claims wait' })).toBeTruthy()
  })
})
