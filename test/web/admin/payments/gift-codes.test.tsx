import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { GiftCodeBatch } from '#contract/schemas/payments/gift-codes'
import { giftCodeMessages, giftCodeOf, spacedGiftCode } from '#contract/values/payments/gift-codes'
import { csvLine } from '#test/support/csv'
import { AdminPage } from '#web/app/pages/admin/admin.tsx'
import { expectAccessible } from '../../support/axe'
import { type PageOptions, problem, renderPage } from '../../support/page'
import { makeUser } from '../../support/site'

const list = 'GET /api/admin/gift-codes'
const codes = [1, 2].map((value) => spacedGiftCode(giftCodeOf(new Uint8Array(26).fill(value))))
const [first = '', second = ''] = codes

function makeBatch(id: string, over: Partial<GiftCodeBatch> = {}): GiftCodeBatch {
  return {
    id,
    name: `Batch ${id}`,
    note: '',
    days: 30,
    codes: 50,
    redeemed: 3,
    madeBy: 'admin',
    at: '2026-11-20T10:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    revokeReason: null,
    ...over,
  }
}

function renderCodes(answers: PageOptions['answers'] = {}, viewer = makeUser({ isAdmin: true })) {
  return renderPage('/admin?tab=payments&view=codes', '/admin', <AdminPage />, {
    viewer,
    answers: {
      [list]: [makeBatch('a')],
      'GET /api/admin/claims': [],
      'GET /api/admin/payment-alerts': [],
      ...answers,
    },
  })
}

const rowsShown = async () => {
  await screen.findByRole('table', { name: 'Gift codes' })
  return screen.getAllByRole('row').slice(1)
}

async function makeCodes() {
  await userEvent.click(await screen.findByRole('button', { name: 'New gift codes' }))
  const form = within(await screen.findByRole('dialog', { name: 'New gift codes' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Spring fair')
  const count = form.getByRole('textbox', { name: 'Codes' })
  await userEvent.clear(count)
  await userEvent.type(count, '2')
  return form
}

describe('the gift codes', () => {
  it('are listed by batch, with what is left, until when, and what became of it', async () => {
    const at = '2026-01-02T00:00:00.000Z'
    renderCodes({
      [list]: [
        makeBatch('a', { note: 'For the fair.', expiresAt: '2100-01-01T00:00:00.000Z' }),
        makeBatch('b', { redeemed: 50 }),
        makeBatch('c', { expiresAt: at }),
        makeBatch('d', { revokedAt: at, revokeReason: 'They were stolen.' }),
      ],
    })
    const rows = (await rowsShown()).map(({ textContent }) => textContent)
    expect(rows[0]).toMatch(/For the fair\..*3 of 50.*47.*Dec 31, 2099.*Active/)
    expect(rows[1]).toMatch(/50 of 50.*Left0.*None.*Used up/)
    expect(rows[2]).toMatch(/3 of 50.*Left0.*Jan 1, 2026.*Expired/)
    expect(rows[3]).toMatch(/Revoked: They were stolen\..*Left0.*Revoked/)
    expect(screen.getAllByRole('button', { name: /^Revoke / })).toHaveLength(1)
    await expectAccessible()
  })

  it('say where they will appear while there are none', async () => {
    renderCodes({ [list]: [] })
    expect(await screen.findByRole('heading', { name: 'No gift codes yet' })).toBeTruthy()
  })

  it('are made once for what is asked, and shown once: as a table to save, and a sheet to print', async () => {
    const files: [string, Blob][] = []
    vi.stubGlobal(
      'URL',
      class extends URL {
        static override createObjectURL = (file: Blob) => {
          files.push(['', file])
          return 'blob:x'
        }
        static override revokeObjectURL = () => {}
      },
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      const last = files.at(-1)
      if (last) last[0] = this.download
    })
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const batch = makeBatch('new', { name: 'Spring fair', codes: 2, redeemed: 0 })
    const { sent } = renderCodes({ 'POST /api/admin/gift-codes': { batch, codes } })
    const form = await makeCodes()
    await expectAccessible()
    await userEvent.click(form.getByRole('button', { name: 'Make codes' }))
    const made = within(await screen.findByRole('dialog', { name: 'Your gift codes' }))
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      name: 'Spring fair',
      note: '',
      days: 30,
      codes: 2,
      lastDay: null,
    })
    expect(made.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(codes)
    await expectAccessible()

    // Closing it needs a second click until they are saved, and again after printing, which may have been cancelled.
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    expect(made.getByText("The codes aren't saved")).toBeTruthy()
    expect(made.getByRole('button', { name: 'Close without saving' })).toBeTruthy()
    await userEvent.click(made.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    expect(made.getByText('Did all codes print?')).toBeTruthy()
    await userEvent.click(made.getByRole('button', { name: 'Download CSV' }))
    const [[name, file] = []] = files
    expect(name).toBe('gift-codes-spring-fair.csv')
    expect(await file?.text()).toBe(
      [
        csvLine('Code', 'Days', 'Last day to redeem (UTC)', 'Batch'),
        csvLine(first, 30, '', 'Spring fair'),
        csvLine(second, 30, '', 'Spring fair'),
        '',
      ].join('\r\n'),
    )
    const sheet = document.querySelector('body > .print-sheet')
    expect([...(sheet?.children ?? [])].map(({ textContent }) => textContent)).toEqual(
      codes.map(
        (code) =>
          `NocturneMembership, 30 days${code}Sign in at example.org/premium, choose “Have a gift code?” and enter this code. It works once.`,
      ),
    )
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.body.innerHTML).not.toContain(first)
    expect(document.body.innerHTML).not.toContain(first.slice(0, 20))
  })

  it('aren’t made of what is missing, and keep what was typed when they are refused', async () => {
    const message = giftCodeMessages.nameTaken
    const { sent } = renderCodes({
      'POST /api/admin/gift-codes': problem(409, 'conflict', message, [{ path: 'name', message }]),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'New gift codes' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New gift codes' }))
    for (const [name, text] of [
      ['Codes', '501'],
      ['Days', '1.5'],
    ] as const) {
      await userEvent.clear(dialog.getByRole('textbox', { name }))
      await userEvent.type(dialog.getByRole('textbox', { name }), text)
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Make codes' }))
    expect(dialog.getByText(giftCodeMessages.name)).toBeTruthy()
    expect(dialog.getByText(giftCodeMessages.count)).toBeTruthy()
    expect(dialog.getByText('Enter 1 to 3650 days.')).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
    for (const [name, text] of [
      ['Codes', '500'],
      ['Days', '3650'],
      ['Name', 'Spring fair'],
    ] as const) {
      await userEvent.clear(dialog.getByRole('textbox', { name }))
      await userEvent.type(dialog.getByRole('textbox', { name }), text)
    }
    await userEvent.click(dialog.getByRole('button', { name: 'Make codes' }))
    expect(await dialog.findByText(message)).toBeTruthy()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Spring fair')
  })

  it('are revoked, as far as they are left, for a reason', async () => {
    const revoked = 'POST /api/admin/gift-codes/a/revoke'
    const { sent } = renderCodes({ [revoked]: new Response(null, { status: 204 }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Batch a' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke Batch a?' }))
    expect(dialog.getByText(/^The 47 codes that are left can't be redeemed any more\./)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke codes' }))
    expect(dialog.getByText(giftCodeMessages.reason)).toBeTruthy()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'They were stolen.')
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke codes' }))
    expect(await screen.findByText('Codes revoked')).toBeTruthy()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'They were stolen.' })
  })

  it('are looked up by support, who may do nothing else', async () => {
    const at = '2026-11-21T12:00:00.000Z'
    const batch = makeBatch('a')
    const found: unknown[] = [
      { batch, redeemed: { at, member: { id: 9, username: 'member' } } },
      { batch: { ...batch, expiresAt: '2100-01-01T00:00:00.000Z' }, redeemed: null },
      { batch: { ...batch, expiresAt: at }, redeemed: null },
      { batch: { ...batch, revokedAt: at }, redeemed: null },
      problem(404, 'not_found', "This code isn't one of ours.", [
        { path: 'code', message: "This code isn't one of ours." },
      ]),
    ]
    const { sent } = renderCodes(
      { 'POST /api/admin/gift-codes/find': () => found.shift() },
      makeUser({ staff: 'support' }),
    )
    const part = within(await screen.findByRole('region', { name: 'Look up a code' }))
    expect(await rowsShown()).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'New gift codes' })).toBeNull()
    expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
    await userEvent.type(part.getByRole('textbox'), 'ABC')
    const look = () => userEvent.click(part.getByRole('button', { name: 'Look up' }))
    await look()
    expect(part.getByText(giftCodeMessages.incomplete)).toBeTruthy()
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.clear(part.getByRole('textbox'))
    await userEvent.type(part.getByRole('textbox'), first)
    await look()
    expect((await part.findByRole('link', { name: 'member' })).getAttribute('href')).toBe(
      '/admin?tab=users&user=9',
    )
    for (const text of [
      /Not redeemed yet\. It can be redeemed until December 31, 2099\./,
      /Never redeemed\. It expired after November 21, 2026\./,
      /Never redeemed\. Its batch was revoked\./,
      "This code isn't one of ours.",
    ]) {
      await look()
      expect(await part.findByText(text)).toBeTruthy()
    }
    // Nothing is said of the code before.
    expect(part.queryByText(/Its batch was revoked/)).toBeNull()
    await expectAccessible()
  })
})
