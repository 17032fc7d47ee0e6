import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { CardRules } from '#contract/schemas/moderation/card-rules'
import { makeSettings } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { problem, type SentRequest } from '../../support/page'
import { loadSettings, renderSettings } from '../../support/settings'

const [load, turnOn, turnOff] = ['GET', 'PUT', 'DELETE'].map(
  (method) => `${method} /api/admin/card-rules`,
) as [string, string, string]

function makeRules(over: Partial<CardRules> = {}): CardRules {
  return {
    state: 'off',
    since: null,
    unreviewed: 12,
    trusted: 3,
    requireContentApproval: false,
    processors: [],
    ...over,
  }
}

const since = '2026-11-20T10:00:00.000Z'
const button = (name: string) => screen.findByRole('button', { name })

describe('card payments', () => {
  it('say what turning them on does, and what remains the operator’s duty, and for whom', async () => {
    renderSettings({ [load]: makeRules() }, '&view=cards')
    const section = await screen.findByRole('region', { name: /^Card payments/ })
    for (const part of [
      /Off/,
      /None set up on this server/,
      /Content approval is turned on and can't be turned off/,
      /3 trusted uploaders are reviewed like everyone else/,
      /12 videos that no one has reviewed go back to review/,
      /Premium isn't sold. Review the newest first/,
      /For every uploader: a government-issued ID/,
      /For everyone who appears in a video, whether they uploaded it or not/,
      /within 7 business days/,
    ])
      expect(section.textContent).toMatch(part)
    await expectAccessible()
  })

  it('are turned on with the number shown, and only with the duty confirmed', async () => {
    let rules = makeRules()
    const { sent } = renderSettings(
      {
        [load]: () => rules,
        'GET /api/admin/waiting': { pending: 8 },
        [turnOn]: () => {
          rules = makeRules({ state: 'preparing', since, requireContentApproval: true, unreviewed: 4 })
          return rules
        },
      },
      '&view=cards',
    )
    await userEvent.click(await button('Turn on card payments'))
    const dialog = within(await screen.findByRole('dialog'))
    const duty = dialog.getByRole<HTMLInputElement>('checkbox', { name: /I keep ID and proof of age/ })
    expect(duty.checked).toBe(false)
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on card payments' }))
    expect(await dialog.findByText('Confirm that you keep these records.')).toBeTruthy()
    expect(sent.some(({ method }) => method === 'PUT')).toBe(false)
    await userEvent.click(duty)
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on card payments' }))
    expect(await screen.findByText(/4 videos are still being sent to review/)).toBeTruthy()
    expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ unreviewed: 12, keepsRecords: true })
    expect(screen.getByText('On, and locked')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Review the newest first (8)' }).getAttribute('href')).toBe(
      '/admin?tab=content&queue=newest',
    )
  })

  it('show the new number where there are more videos by now, and ask again', async () => {
    let rules = makeRules()
    const said = 'There are now 14 videos that no one has reviewed. Check the number and confirm again.'
    const bodies: unknown[] = []
    renderSettings(
      {
        [load]: () => rules,
        [turnOn]: ({ body }: SentRequest) => {
          bodies.push(body)
          rules = makeRules({ unreviewed: 14 })
          return problem(409, 'conflict', said)
        },
      },
      '&view=cards',
    )
    await userEvent.click(await button('Turn on card payments'))
    const dialog = within(await screen.findByRole('dialog'))
    const duty = dialog.getByRole<HTMLInputElement>('checkbox')
    await userEvent.click(duty)
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on card payments' }))
    expect(await dialog.findByText(said)).toBeTruthy()
    expect(await dialog.findByText(/^14 videos that no one has reviewed go back/)).toBeTruthy()
    expect(duty.checked).toBe(false)
    await userEvent.click(duty)
    await userEvent.click(dialog.getByRole('button', { name: 'Turn on card payments' }))
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toEqual({ unreviewed: 14, keepsRecords: true })
  })

  it('are turned off, which says what comes back and what doesn’t', async () => {
    let rules = makeRules({
      state: 'on',
      since,
      requireContentApproval: true,
      unreviewed: 0,
      processors: ['paypal'],
    })
    renderSettings(
      {
        [load]: () => rules,
        [turnOff]: () => {
          rules = makeRules({ requireContentApproval: true, unreviewed: 0 })
          return rules
        },
      },
      '&view=cards',
    )
    expect(await screen.findByText('PayPal')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Review the newest/ })).toBeNull()
    await userEvent.click(await button('Turn off card payments'))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/Videos pending review stay pending/)).toBeTruthy()
    await userEvent.click(dialog.getByRole('button', { name: 'Turn off card payments' }))
    expect(await button('Turn on card payments')).toBeTruthy()
    expect(screen.getByText(/none is hidden/)).toBeTruthy()
  })

  it('lock the switch of content approval, which says why', async () => {
    renderSettings({ [loadSettings]: makeSettings({ requireContentApproval: true, cardRulesSince: since }) })
    const approval = await screen.findByRole<HTMLInputElement>('switch', { name: 'Require content approval' })
    expect([approval.checked, approval.disabled]).toEqual([true, true])
    expect(screen.getByText(/It stays on while the site takes cards/)).toBeTruthy()
  })
})
