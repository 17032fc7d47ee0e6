import type { ConfigReader } from '#worker/integrations/payments/config-reader'
import { ownHostFault } from '#worker/integrations/payments/own-host'

export interface CCBillConfig {
  /** URL below which the form is. */
  forms: string
  flexId: string
  account: string
  subaccount: string
  salt: string
  /** Last part of the address that gets the notices, which nothing signs. */
  webhookSecret: string
  dataLink: {
    base: string
    user: string
    password: string
    /** The relay's secret; null without a relay. */
    relaySecret: string | null
  }
}

const liveForms = 'https://api.ccbill.com/wap-frontflex/flexforms'
const liveDataLink = 'https://datalink.ccbill.com'

export function parseCCBill(read: ConfigReader): CCBillConfig | null {
  const vars = read.all([
    'CCBILL_ACCNUM',
    'CCBILL_SUBACC',
    'CCBILL_FLEX_ID',
    'CCBILL_SALT',
    'CCBILL_WEBHOOK_SECRET',
    'CCBILL_DATALINK_USER',
    'CCBILL_DATALINK_PASSWORD',
  ])
  if (!vars) return null
  const forms = read.text('CCBILL_FORMS', liveForms)
  const direct = read.text('CCBILL_DATALINK', liveDataLink)
  const relay = read.text('CCBILL_RELAY')
  const relaySecret = read.text('CCBILL_RELAY_SECRET')
  const checks = [
    read.isLive('CCBILL_FORMS', forms, [liveForms]),
    read.isLive('CCBILL_DATALINK', direct, [liveDataLink]),
    read.isSafe('CCBILL_SALT'),
    // CCBill decides how long its own passwords may be, so DataLink's isn't judged.
    read.isSafe('CCBILL_WEBHOOK_SECRET'),
    isWritten(read, 'CCBILL_ACCNUM', /^\d{6}$/, 'has six digits'),
    isWritten(read, 'CCBILL_SUBACC', /^\d{4}$/, 'has four digits'),
    isWritten(read, 'CCBILL_FLEX_ID', /^[\w-]+$/, 'is the ID of a form'),
    isWritten(read, 'CCBILL_WEBHOOK_SECRET', /^[\w-]+$/, 'is part of a URL: letters, digits, - and _'),
    isRelay(read, relay, relaySecret),
  ]
  if (checks.includes(false)) return null
  return {
    forms,
    flexId: vars.CCBILL_FLEX_ID,
    account: vars.CCBILL_ACCNUM,
    subaccount: vars.CCBILL_SUBACC,
    salt: vars.CCBILL_SALT,
    webhookSecret: vars.CCBILL_WEBHOOK_SECRET,
    dataLink: {
      base: relay || direct,
      user: vars.CCBILL_DATALINK_USER,
      password: vars.CCBILL_DATALINK_PASSWORD,
      relaySecret: relay ? relaySecret : null,
    },
  }
}

function isWritten(read: ConfigReader, name: string, shape: RegExp, rule: string): boolean {
  if (shape.test(read.text(name))) return true
  read.problem(`${name} ${rule}, so payments by CCBill are off.`)
  return false
}

/**
 * Tells whether the relay's settings are usable. The relay answers for CCBill and is the operator's own, so
 * any real host will do, but only over TLS.
 */
function isRelay(read: ConfigReader, relay: string, secret: string): boolean {
  if (!relay && !secret) return true
  if (!read.all(['CCBILL_RELAY', 'CCBILL_RELAY_SECRET'])) return false
  if (!read.isSafe('CCBILL_RELAY_SECRET')) return false
  const isOrigin = URL.canParse(relay) && new URL(relay).origin === relay
  if (isOrigin && ownHostFault(relay, read.production) === null) return true
  read.problem(
    'CCBILL_RELAY must be https:// and a host name, with nothing behind it, so payments by CCBill are off.',
  )
  return false
}
