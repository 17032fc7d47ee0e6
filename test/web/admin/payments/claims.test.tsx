import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { key } from '#web/lib/query/keys'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeAdminClaim, makeAdminPayment } from '../../support/payments'
import { makeUser } from '../../support/site'

const administrator = makeUser({ isAdmin: true })

function renderClaims(answers: PageOptions['answers'] = {}) {
  return renderPage('/admin?tab=payments&view=claims', '/admin', <AdminPage />, {
    viewer: administrator,
    answers: { 'GET /api/admin/claims': [], 'GET /api/admin/payment-alerts': [], ...answers },
  })
}

describe('the claims queue', () => {
  const address = 'GET /api/admin/claims'

  it('shows the match that was found, or why there is none', async () => {
    const payment = makeAdminPayment('pmt_5', { status: 'captured', amountText: '₹999' })
    renderClaims({
      [address]: [
        makeAdminClaim('c1', { bankId: 'hdfc', method: 'netbanking', rivals: 2 }),
        makeAdminClaim('c2', { payment, match: 'The plan is yearly, but ₹999 were paid.' }),
      ],
    })
    const [first, second] = await screen.findAllByRole('article')
    expect(first?.textContent).toContain('Netbanking, HDFC Bank')
    expect(first?.textContent).toContain('033814379298')
    expect(first?.textContent).toContain('No payment found')
    expect(first?.textContent).toContain("Nothing with this reference is in the provider's records.")
    expect(first?.textContent).toContain('2 other members gave the same reference.')
    expect(second?.textContent).toContain('Payment found')
    expect(second?.textContent).toContain('The plan is yearly, but ₹999 were paid.')
    expect(second?.textContent).toContain('₹999, successful')
    await expectAccessible()
  })

  it('lets nobody decide about an own claim, and says so', async () => {
    const own = { id: administrator.id, username: administrator.username }
    renderClaims({ [address]: [makeAdminClaim('c1', { user: own })] })
    const card = within(await screen.findByRole('article'))
    const button = card.getByRole<HTMLButtonElement>('button', { name: 'Approve' })
    expect(button.disabled).toBe(true)
    const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')
    expect(why?.textContent).toBe('This is your own claim. Another administrator has to decide it.')
    expect(card.getByRole<HTMLButtonElement>('button', { name: 'Reject' }).disabled).toBe(true)
  })

  it('approves with evidence alone, and keeps what was typed when it fails', async () => {
    const approve = 'POST /api/admin/claims/c1/approve'
    let answer: unknown = problem(409, 'conflict', 'This payment was already granted.')
    let claims = [makeAdminClaim('c1')]
    const { sent } = renderClaims({ [address]: () => claims, [approve]: () => answer })
    await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve claim' }))
    const submit = dialog.getByRole('button', { name: 'Approve for member' })
    await userEvent.click(submit)
    const id = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Payment or transaction ID' })
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
    expect(await screen.findByRole('heading', { name: 'No claims waiting' })).toBeTruthy()
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
    renderClaims({ [address]: () => claims, 'POST /api/admin/claims/c1/reject': late })
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject claim' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No such transfer.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject claim' }))
    expect(await dialog.findByText('This claim has been decided.')).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByRole('heading', { name: 'No claims waiting' })).toBeTruthy()
  })

  it('keeps the focus when a claim goes after its dialog', async () => {
    let claims = [makeAdminClaim('c1')]
    const { queryClient } = renderClaims({ [address]: () => claims })
    const approve = await screen.findByRole('button', { name: 'Approve' })
    await userEvent.click(approve)
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve claim' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(approve))
    claims = []
    await act(() => queryClient.invalidateQueries({ queryKey: key('admin') }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Claims' })))
  })

  it('leaves the focus where it was put after a dialog', async () => {
    let claims = [makeAdminClaim('c1'), makeAdminClaim('c2')]
    const { queryClient } = renderClaims({ [address]: () => claims })
    const approve = (await screen.findAllByRole('button', { name: 'Approve' }))[0] as HTMLElement
    await userEvent.click(approve)
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve claim' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(approve))
    await userEvent.click(document.body)
    claims = claims.slice(0, 1)
    await act(() => queryClient.invalidateQueries({ queryKey: key('admin') }))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    // A change of focus would come in a task of its own.
    await act(() => new Promise((resolve) => setTimeout(resolve)))
    expect(document.activeElement).toBe(document.body)
  })

  it('rejects with a reason', async () => {
    const reject = 'POST /api/admin/claims/c1/reject'
    let claims = [makeAdminClaim('c1')]
    const { sent } = renderClaims({
      [address]: () => claims,
      [reject]: () => {
        claims = []
        return { success: true }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject claim' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject claim' }))
    expect(dialog.getByText('Please give a reason, in at least 3 characters.')).toBeTruthy()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'No such transfer.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject claim' }))
    expect(await screen.findByText('Claim rejected')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { reason: 'No such transfer.' },
    ])
  })

  it('may be empty', async () => {
    renderClaims({})
    expect(await screen.findByRole('heading', { name: 'No claims waiting' })).toBeTruthy()
  })
})
