import { describe, expect, it } from 'vitest'
import { sandboxPayments } from '#dev/sandbox/payments/keys'
import { processorsFor } from '#processors/adapters'
import { parsePayments } from '#worker/integrations/payments/config'
import { secretGuard } from '#worker/policy/secret-guard'

const live = {
  VEROTEL_BASE: 'https://secure.verotel.com',
  CARD_DESCRIPTOR: 'VTSUP.COM*MEMBERSHIP',
  VEROTEL_SHOP_ID: '134573',
  VEROTEL_SIGNATURE_KEY: 'zpXwe2D77g4P7ysGJcr3rY87TBYs6J',
}

function parse(change: Record<string, string | undefined>, production = true) {
  const guard = production ? secretGuard() : () => null
  const { verotel, problems } = parsePayments({ ...live, ...change }, production, guard)
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

  it.each<[string, string | undefined]>([
    ['VEROTEL_BASE', undefined],
    ['VEROTEL_SHOP_ID', ''],
    ['VEROTEL_SIGNATURE_KEY', ' '],
    ['VEROTEL_BASE', 'http://secure.verotel.com'],
    ['VEROTEL_BASE', 'https://secure.verotel.com/'],
    ['VEROTEL_BASE', 'https://secure.verotel.com.evil.example'],
    ['VEROTEL_BASE', sandboxPayments('http://localhost:8790').VEROTEL_BASE],
    ['VEROTEL_SHOP_ID', '13457x'],
    ['VEROTEL_SHOP_ID', '134573,134574'],
    ['VEROTEL_SIGNATURE_KEY', 'short'],
    ['VEROTEL_SIGNATURE_KEY', 'replace-me-with-the-signature-key'],
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

  it('is off without a word when nothing is set', () => {
    const none = { VEROTEL_BASE: '', VEROTEL_SHOP_ID: '', VEROTEL_SIGNATURE_KEY: '' }
    expect(parse(none)).toEqual({ verotel: null, problems: '' })
  })

  it('takes the sandbox elsewhere', () => {
    expect(parse(sandboxPayments('http://localhost:8790'), false).verotel).toMatchObject({ shopId: '68849' })
  })
})
