import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { defaultOffers } from '#contract/values/payments/offers'
import type { PaymentMethod } from '#contract/values/payments/payments'
import { defaultPrices } from '#contract/values/payments/prices'
import { makeSettings } from '../../support/administration'
import { expectAccessible } from '../../support/axe'
import { problem, type SentRequest } from '../../support/page'
import { loadSettings, renderSettings } from '../../support/settings'

const save = 'PATCH /api/admin/settings'
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const saved = (sent: SentRequest[]) => sent.find(({ method }) => method === 'PATCH')?.body

/** Renders the settings with a server that saves them. */
async function render(over: Parameters<typeof makeSettings>[0] = {}) {
  let stored = makeSettings(over)
  const view = renderSettings({
    [loadSettings]: () => stored,
    [save]: ({ body }: SentRequest) => {
      stored = { ...stored, ...(body as object) }
      return stored
    },
  })
  await screen.findByRole('group', { name: 'Methods' })
  return view
}

/** Returns the row of a method. */
function row(name: string) {
  const item = screen.getByRole('switch', { name }).closest('li')
  return within(item as HTMLElement)
}

/** Opens a method's details: its currencies and countries. */
async function openDetails(name: string) {
  await userEvent.click(row(name).getByText(`${name}:`).closest('summary') as HTMLElement)
}

const order = () =>
  within(screen.getByRole('group', { name: 'Methods' }))
    .getAllByRole('switch')
    .map((input) => (input as HTMLInputElement).labels?.[0]?.textContent)

describe('payment methods', () => {
  it('say what this server has, and what members see otherwise', async () => {
    await render({ configured: { methods: ['wallet', 'checkout', 'crypto'], cardProcessors: [] } })
    const help = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-describedby') ?? ''
    const state = (name: string) => document.getElementById(help(name))?.textContent
    expect(order()).toEqual(['Card', 'PayPal', 'UPI', 'Razorpay', 'Netbanking', 'Bitcoin', 'Crypto'])
    expect(state('Card')).toBe("Not set up on this server, so it isn't shown.")
    expect(state('PayPal')).toBe('Set up on this server.')
    expect(state('UPI')).toBe('Not set up on this server, so it shows as UNAVAILABLE.')
    expect(state('Crypto')).toBe('Set up, and shows as PAUSED until you turn on “Crypto payments”.')
    expect(screen.queryByRole('combobox', { name: 'Card processor' })).toBeNull()
    expect(state('Razorpay')).toBe('Set up on this server.')
    await userEvent.click(screen.getByRole('switch', { name: 'Razorpay' }))
    expect(state('Razorpay')).toMatch(/It isn't shown, but Netbanking uses it/)
    await userEvent.click(screen.getByRole('switch', { name: 'Netbanking' }))
    expect(state('Razorpay')).toBe('Set up on this server.')
    await expectAccessible()
  })

  it.each([
    [true, 'Set up on this server.'],
    [false, "Set up, and isn't shown until you turn on card payments."],
  ])('say of cards whether their rules are met: %s', async (cardPaymentsEnabled, text) => {
    await render({ cardPaymentsEnabled, configured: { methods: ['card'], cardProcessors: ['verotel'] } })
    expect(row('Card').getByText(text)).toBeTruthy()
  })

  it('are moved and switched off from the keyboard', async () => {
    const { sent } = await render()
    const up = screen.getByRole('button', { name: 'Move Crypto up' })
    up.focus()
    await userEvent.keyboard('{Enter}{Enter}')
    expect(order()).toEqual(['Card', 'PayPal', 'UPI', 'Razorpay', 'Crypto', 'Netbanking', 'Bitcoin'])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Crypto up' }))
    expect(screen.getByRole('button', { name: 'Move Card up' }).getAttribute('aria-disabled')).toBe('true')
    await press('Move Card up')
    screen.getByRole('switch', { name: 'PayPal' }).focus()
    await userEvent.keyboard(' ')
    expect(screen.getByText('1 change')).toBeTruthy()
    await press('Save settings')
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    const by = Object.fromEntries(defaultOffers().map((offer) => [offer.method, offer]))
    const methods: PaymentMethod[] = ['card', 'wallet', 'upi', 'checkout', 'crypto', 'netbanking', 'bitcoin']
    expect(saved(sent)).toEqual({
      paymentMethods: methods.map((each) => ({ ...by[each], offered: each !== 'wallet' })),
    })
  })

  it('are offered in some currencies and countries', async () => {
    const { sent } = await render()
    await openDetails('Card')
    const card = row('Card')
    await userEvent.click(card.getByRole('checkbox', { name: 'GBP' }))
    await userEvent.selectOptions(card.getByRole('combobox', { name: 'Offered' }), 'Everywhere except')
    await userEvent.type(card.getByRole('textbox', { name: 'Countries' }), 'us-tx, in us-tx')
    expect(card.getByText('India, in United States')).toBeTruthy()
    await press('Save settings')
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(saved(sent)).toMatchObject({
      paymentMethods: [
        {
          method: 'card',
          offered: true,
          currencies: ['USD', 'EUR'],
          countries: { kind: 'except', codes: ['IN', 'US-TX'] },
        },
        ...defaultOffers().slice(1),
      ],
    })
    expect(card.getByText(/USD, EUR · Everywhere except IN, US-TX/)).toBeTruthy()
    expect(await screen.findByText('No changes.')).toBeTruthy()
  })

  it('need a currency and countries, and say so where they are missing', async () => {
    const { sent } = await render()
    await openDetails('Bitcoin')
    const bitcoin = row('Bitcoin')
    await userEvent.selectOptions(bitcoin.getByRole('combobox', { name: 'Offered' }), 'Only in')
    // It was closed again, and opens because it has an error.
    await openDetails('Bitcoin')
    await press('Save settings')
    const countries = bitcoin.getByRole('textbox', { name: 'Countries' })
    expect(bitcoin.getByText('Enter a country code such as FR.')).toBeTruthy()
    expect(document.activeElement).toBe(countries)
    await userEvent.type(countries, 'France')
    expect(bitcoin.getByText("FRANCE isn't a country code. Use codes such as FR or US-TX.")).toBeTruthy()
    await userEvent.clear(countries)
    await userEvent.type(countries, 'fr')
    for (const name of ['USD', 'INR', 'EUR', 'GBP'])
      await userEvent.click(bitcoin.getByRole('checkbox', { name }))
    await press('Save settings')
    expect(bitcoin.getByText('Choose a currency, or turn the method off.')).toBeTruthy()
    expect(document.activeElement).toBe(bitcoin.getByRole('checkbox', { name: 'USD' }))
    await expectAccessible()
    expect(saved(sent)).toBeUndefined()
  })

  it('show what the server refuses', async () => {
    const message = "Card: XQ isn't a region code. Use codes such as FR or US-TX."
    renderSettings({ [save]: problem(400, 'invalid_input', message, [{ path: 'paymentMethods', message }]) })
    await userEvent.click(await screen.findByRole('switch', { name: 'UPI' }))
    await press('Save settings')
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('let the card processor be chosen where there are two', async () => {
    const { sent } = await render({
      configured: { methods: ['card'], cardProcessors: ['verotel', 'ccbill'] },
    })
    const choice = screen.getByRole('combobox', { name: 'Card processor' })
    expect(within(choice).getByRole('option', { selected: true }).textContent).toBe('Default (Verotel)')
    await userEvent.selectOptions(choice, 'CCBill')
    await press('Save settings')
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    expect(saved(sent)).toEqual({ cardProcessor: 'ccbill' })
  })
})

describe('prices', () => {
  const price = (currency: string, plan: string) =>
    within(screen.getByRole('group', { name: new RegExp(`^${currency}`) })).getByRole<HTMLInputElement>(
      'textbox',
      {
        name: plan,
      },
    )

  it('are edited as amounts, all of them saved together', async () => {
    const { sent, queryClient } = await render()
    expect([price('USD', 'Monthly').value, price('INR', 'Yearly').value]).toEqual(['14.99', '7999'])
    const monthly = price('EUR', 'Monthly')
    await userEvent.clear(monthly)
    await userEvent.type(monthly, '14,29')
    expect(screen.getByRole('group', { name: /^EUR/ }).textContent).toContain('A year saves 42%')
    await press('Save settings')
    expect(await screen.findByText('Settings saved')).toBeTruthy()
    const prices = { ...defaultPrices, EUR: { monthly: 1429, yearly: 9999 } }
    expect(saved(sent)).toEqual({ prices })
    expect(queryClient.getQueryData(['site', 'settings'])).toMatchObject({ prices })
    expect(await screen.findByText('No changes.')).toBeTruthy()
  })

  it('that are wrong are refused where they are', async () => {
    const { sent } = await render()
    const [low, much, odd] = [price('GBP', 'Monthly'), price('EUR', 'Yearly'), price('USD', 'Monthly')]
    for (const [input, text] of [
      [low, '0.5'],
      [much, '179.88'],
      [odd, '14.999'],
    ] as const) {
      await userEvent.clear(input)
      await userEvent.type(input, text)
    }
    await press('Save settings')
    expect(document.activeElement).toBe(odd)
    expect(
      within(screen.getByRole('group', { name: /^USD/ })).getByText('Enter an amount such as 14.99.'),
    ).toBeTruthy()
    expect(within(screen.getByRole('group', { name: /^EUR/ })).getByText('Enter at most €100.')).toBeTruthy()
    expect(within(screen.getByRole('group', { name: /^GBP/ })).getByText('Enter at least £1.')).toBeTruthy()
    expect(screen.getByRole('group', { name: /^INR/ }).querySelector('[aria-invalid]')).toBeNull()
    expect(saved(sent)).toBeUndefined()
    await expectAccessible()
  })
})
