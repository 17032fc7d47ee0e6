import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { checkRefund, parseAmount } from '#web/features/admin/payments/refund-rules'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeAdminPayment, makeDetail } from '../../support/payments'
import { makeUser } from '../../support/site'

const detail = makeDetail('pmt_1')
const refund = 'POST /api/admin/payments/pmt_1/refund'

async function openDetail(answers: PageOptions['answers'] = {}) {
  const view = renderPage('/admin?tab=payments', '/admin', <AdminPage />, {
    viewer: makeUser({ isAdmin: true }),
    answers: {
      'GET /api/admin/payments?limit=50': [makeAdminPayment('pmt_1')],
      'GET /api/admin/claims': [],
      'GET /api/admin/payment-alerts': [],
      'GET /api/admin/payments/pmt_1': detail,
      ...answers,
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Details of $14.99, member' }))
  return { ...view, dialog: await screen.findByRole('dialog') }
}

async function openRefund(answers: PageOptions['answers'] = {}) {
  const view = await openDetail(answers)
  await userEvent.click(await screen.findByRole('button', { name: 'Refund…' }))
  return { ...view, form: within(await screen.findByRole('dialog', { name: 'Refund member' })) }
}

function opener(): HTMLElement {
  return screen.getByRole('button', { name: 'Details of $14.99, member' })
}

function refundsOf(sent: { method: string; body: unknown }[]): unknown[] {
  return sent.filter(({ method }) => method === 'POST').map(({ body }) => body)
}

describe('the detail of a payment', () => {
  it('shows order, references, history and what the provider says', async () => {
    await openDetail()
    const dialog = within(await screen.findByRole('dialog', { name: '$14.99 from member' }))
    const text = (name: string) => dialog.getByRole('region', { name }).textContent
    expect(text('Order')).toContain('ord_1')
    expect(text('Order')).toContain('Version 3')
    expect(text('References')).toContain('5O190127TN364715T')
    expect(dialog.getAllByRole('listitem').map((item) => item.firstChild?.textContent)).toEqual([
      'Received $14.99 (capture-pmt_1)',
      '30 days of premium added: settle',
    ])
    expect(text("The provider's record")).toContain('"status": "COMPLETED"')
    await expectAccessible(screen.getByRole('dialog'))
  })

  it('says what is missing, and asks the provider again', async () => {
    let answer = makeDetail('pmt_1', {
      order: null,
      references: [],
      history: [],
      record: null,
      refundable: false,
    })
    await openDetail({ 'GET /api/admin/payments/pmt_1': () => answer })
    const dialog = within(await screen.findByRole('dialog', { name: '$14.99 from member' }))
    expect(dialog.getByText('This payment has no order.')).toBeTruthy()
    expect(dialog.getByText("This payment can't be refunded from here.")).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Refund…' })).toBeNull()
    answer = detail
    await userEvent.click(dialog.getByRole('button', { name: 'Check again' }))
    expect(await dialog.findByText(/"COMPLETED"/)).toBeTruthy()
  })

  it('has nobody to ask about a line of a bank statement', async () => {
    const payment = makeDetail('pmt_1', { provider: 'bank', record: null, refundable: false })
    await openDetail({ 'GET /api/admin/payments/pmt_1': payment })
    expect(await screen.findByText(/Matched by hand against a bank statement/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  })

  it('says when it could not be loaded, and tries again', async () => {
    let answer: unknown = problem(500, 'internal', 'Broken.')
    const { dialog } = await openDetail({ 'GET /api/admin/payments/pmt_1': () => answer })
    await within(dialog).findByText('Broken.')
    answer = detail
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('dialog', { name: '$14.99 from member' })).toBeTruthy()
  })

  it('closes with Escape, and gives the focus back', async () => {
    await openDetail()
    await screen.findByRole('button', { name: 'Refund…' })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })
})

describe('a refund', () => {
  it('of everything names sum and person before it goes out', async () => {
    const refunded = makeDetail('pmt_1', { status: 'refunded', refundedMinor: 1499, refundable: false })
    const { sent, form } = await openRefund({ [refund]: refunded })
    await userEvent.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked for it.')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    const name = 'Refund $14.99 to member?'
    const confirmation = await screen.findByRole('alertdialog', { name })
    expect(confirmation.textContent).toContain('The premium term this payment bought ends right away')
    expect(refundsOf(sent)).toEqual([])
    await expectAccessible(confirmation)
    // Again before any timer runs, as happens on a busy device.
    const send = within(confirmation).getByRole('button', { name: 'Refund $14.99' })
    await userEvent.setup({ delay: null }).dblClick(send)
    expect(await screen.findByText("$14.99 has been refunded to member, who'll get an email.")).toBeTruthy()
    expect(refundsOf(sent)).toEqual([{ amountMinor: 1499, reason: 'Asked for it.' }])
    const after = within(await screen.findByRole('dialog', { name: '$14.99 from member' }))
    expect(after.getAllByText('Refunded')).not.toHaveLength(0)
    expect(after.queryByRole('button', { name: 'Refund…' })).toBeNull()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(opener()))
  })

  it('asks about the same sum until everything is loaded anew', async () => {
    let later: Promise<void> | null = null
    let arrive = () => {}
    const { queryClient, form } = await openRefund({
      'GET /api/admin/claims': async () => {
        await later
        return []
      },
      [refund]: () => {
        later = new Promise((resolve) => {
          arrive = resolve
        })
        return makeDetail('pmt_1', { status: 'refunded', refundedMinor: 1499, refundable: false })
      },
    })
    await userEvent.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked for it.')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    const name = 'Refund $14.99 to member?'
    const confirmation = await screen.findByRole('alertdialog', { name })
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Refund $14.99' }))
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(await screen.findByRole('alertdialog', { name })).toBe(confirmation)
    arrive()
    expect(await screen.findByText('Refund made')).toBeTruthy()
  })

  it('of a part is checked against what is left', async () => {
    const { sent, form } = await openRefund({
      'GET /api/admin/payments/pmt_1': makeDetail('pmt_1', { refundedMinor: 999 }),
      [refund]: detail,
    })
    expect(form.getByText('$5 of $14.99 left to refund.')).toBeTruthy()
    await userEvent.click(form.getByRole('radio', { name: 'Partial refund' }))
    await userEvent.type(form.getByRole('textbox', { name: 'Reason' }), 'Half of it.')
    const amount = form.getByRole('textbox', { name: 'Amount in USD' })
    await userEvent.type(amount, '5.01')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    expect(form.getByText('At most $5 left to refund.')).toBeTruthy()
    expect(document.activeElement).toBe(amount)
    await userEvent.clear(amount)
    await userEvent.type(amount, '2.50')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    const confirmation = await screen.findByRole('alertdialog', { name: 'Refund $2.50 to member?' })
    expect(confirmation.textContent).toContain('The premium term it bought continues')
    await userEvent.click(within(confirmation).getByRole('button', { name: 'Refund $2.50' }))
    await waitFor(() => expect(refundsOf(sent)).toEqual([{ amountMinor: 250, reason: 'Half of it.' }]))
  })

  it('that fails keeps what was typed', async () => {
    const { form } = await openRefund({
      [refund]: problem(503, 'unavailable', "The payment provider can't be reached."),
    })
    await userEvent.click(form.getByRole('radio', { name: 'Partial refund' }))
    await userEvent.type(form.getByRole('textbox', { name: 'Amount in USD' }), '3')
    await userEvent.type(form.getByRole('textbox', { name: 'Reason' }), 'Asked for it.')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Refund $3' }))
    const again = within(await screen.findByRole('dialog', { name: 'Refund member' }))
    expect(again.getByRole('alert').textContent).toBe("The payment provider can't be reached.")
    expect(again.getByRole<HTMLInputElement>('textbox', { name: 'Amount in USD' }).value).toBe('3')
    expect(again.getByRole<HTMLTextAreaElement>('textbox', { name: 'Reason' }).value).toBe('Asked for it.')
  })

  it('needs a reason, and can be left', async () => {
    const { sent, form } = await openRefund()
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    expect(form.getByText('Please give a reason, in at least 3 characters.')).toBeTruthy()
    await userEvent.click(form.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('dialog', { name: '$14.99 from member' })).toBeTruthy()
    expect(refundsOf(sent)).toEqual([])
  })
})

describe('a refund where the provider has rules of its own', () => {
  const card = { provider: 'ccbill', refunds: 'whole' } as const

  it('is of the whole payment, and says so', async () => {
    const whole = makeDetail('pmt_1', card)
    const { sent, form } = await openRefund({
      'GET /api/admin/payments/pmt_1': whole,
      [refund]: { ...whole, status: 'refunded', refundedMinor: 1499, refundable: false },
    })
    expect(form.getByText('CCBill only refunds the whole payment.')).toBeTruthy()
    expect(form.queryByRole('radio')).toBeNull()
    expect(form.queryByRole('checkbox')).toBeNull()
    await userEvent.type(form.getByLabelText('Reason'), 'Asked for it.')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Refund $14.99' }))
    await waitFor(() => expect(refundsOf(sent)).toEqual([{ amountMinor: 1499, reason: 'Asked for it.' }]))
  })

  it('is not repeated after an unclear answer before they say that they looked', async () => {
    const unclear = makeDetail('pmt_1', { ...card, refundUnclear: true })
    const { sent, form } = await openRefund({
      'GET /api/admin/payments/pmt_1': unclear,
      [refund]: { ...unclear, status: 'refunded', refundedMinor: 1499, refundable: false },
    })
    await userEvent.type(form.getByLabelText('Reason'), 'Asked for it.')
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    expect(form.getByText("Look at the payment on the provider's site first.")).toBeTruthy()
    await userEvent.click(form.getByRole('checkbox', { name: /I looked on CCBill's site, and it wasn't/ }))
    await expectAccessible(screen.getByRole('dialog'))
    await userEvent.click(form.getByRole('button', { name: 'Continue' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Refund $14.99' }))
    await waitFor(() =>
      expect(refundsOf(sent)).toEqual([{ amountMinor: 1499, reason: 'Asked for it.', checkedThere: true }]),
    )
  })

  it('is made on its site where it has no way for us', async () => {
    const manual = makeDetail('pmt_1', { provider: 'verotel', refunds: 'manual', refundable: false })
    await openDetail({ 'GET /api/admin/payments/pmt_1': manual })
    expect(await screen.findByText("Refund it on Verotel's site.")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Refund…' })).toBeNull()
  })
})

describe('checkRefund', () => {
  const values = { kind: 'part', amount: '5', reason: 'Asked for it.', checked: false } as const
  const wrong = (over: object) =>
    Object.values(checkRefund({ ...values, ...over }, 500, 'USD')).filter((sentence) => sentence)

  it.each(['0', '0.00', '', '1.999', 'five'])('asks for a sum instead of "%s"', (amount) => {
    expect(wrong({ amount })).toEqual(['Enter an amount, e.g. 5 or 5.50.'])
    expect(wrong({ amount, kind: 'full' })).toEqual([])
  })

  it('lets everything that is left go back, and no cent more', () => {
    expect(wrong({})).toEqual([])
    expect(wrong({ amount: '5.01' })).toEqual(['At most $5 left to refund.'])
  })

  it('takes no blanks for a reason', () => {
    expect(wrong({ reason: '     ' })).toEqual(['Please give a reason, in at least 3 characters.'])
  })
})

describe('parseAmount', () => {
  it('reads every amount as it is written, to the cent', () => {
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.constantFrom('.', ','), (minor, point) => {
        const written = `${Math.floor(minor / 100)}${point}${String(minor % 100).padStart(2, '0')}`
        expect(parseAmount(written)).toBe(minor)
      }),
    )
  })

  it.each(['', '-1', '1e3', '1.234', '.5', '1.', '1,000.00', 'five', '٥'])('refuses %s', (typed) => {
    expect(parseAmount(typed)).toBeNull()
  })
})
