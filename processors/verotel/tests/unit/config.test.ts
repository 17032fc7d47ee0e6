import { describe, expect, it } from 'vitest'
import { processorsFor } from '#processors/adapters'
import { parsePayments } from '#worker/integrations/payments/config'
import { secretGuard } from '#worker/policy/secret-guard'
import { verotel } from '../../twin/vars'

const live = { ...verotel.live, CARD_DESCRIPTOR: 'VTSUP.COM*MEMBERSHIP' }

function parse(change: Record<string, string>) {
  const { verotel, problems } = parsePayments({ ...live, ...change }, true, secretGuard())
  return { verotel, problems: problems.join(' ') }
}

describe('configuration of Verotel', () => {
  it.each([
    'https://secure.verotel.com',
    'https://secure.billing.creditcard',
    'https://secure.bill.creditcard',
    'https://secure.gaycharge.com',
    'https://secure.yoursafedirect.com',
  ])('takes %s in production', (base) => {
    expect(parse({ VEROTEL_BASE: base })).toEqual({
      verotel: { base, shopId: '134573', signatureKey: live.VEROTEL_SIGNATURE_KEY },
      problems: '',
    })
  })

  it.each([
    ['VEROTEL_BASE', 'http://secure.verotel.com'],
    ['VEROTEL_BASE', 'https://secure.verotel.com/'],
    ['VEROTEL_BASE', 'https://secure.verotel.com.evil.example'],
    ['VEROTEL_SHOP_ID', '13457x'],
    ['VEROTEL_SHOP_ID', '134573,134574'],
  ])('is off in production, and says why, with %s as %j', (name, value) => {
    const { verotel, problems } = parse({ [name]: value })
    expect(verotel).toBeNull()
    expect(problems).toContain(name)
  })

  it('takes no orders without a descriptor, and says why, but follows what is paid', () => {
    const payments = parsePayments({ ...live, CARD_DESCRIPTOR: '' }, true, secretGuard())
    expect(payments.verotel).not.toBeNull()
    expect(payments.problems.join(' ')).toContain('CARD_DESCRIPTOR missing')
    expect(processorsFor(payments, 'card')).toEqual([])
    expect(processorsFor(parsePayments(live, true, secretGuard()), 'card')).toEqual(['verotel'])
  })
})
