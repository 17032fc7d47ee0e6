import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Leavable, leavable } from '#contract/values/shared/notices'
import type { Mail } from '#worker/integrations/mail/mailer'
import type { ServiceContext } from '../../context'

const signatureBytes = 16

/** What a link in an email turns off, for the subscription or account with this ID, which is never reused. */
export interface Leaving {
  from: Leavable
  id: number
}

/** Returns it as the outbox has it. */
export function leavingText({ from, id }: Leaving): string {
  return `${from}-${id}`
}

/** Builds the token of an unsubscribe link: what it turns off, and our signature. It never expires and needs no row. */
export function leaveToken(ctx: ServiceContext, leaves: string): string {
  return `${leaves}.${signature(ctx, leaves).toString('base64url')}`
}

/** Returns what a token turns off; null for a token that we didn't sign. */
export function readLeaveToken(ctx: ServiceContext, token: string): Leaving | null {
  const [, leaves, name, number, signed] = /^(([a-z]+)-([1-9]\d{0,14}))\.([\w-]{22})$/.exec(token) ?? []
  const from = leavable.find((each) => each === name)
  if (leaves === undefined || signed === undefined || from === undefined) return null
  const isOurs = timingSafeEqual(Buffer.from(signed, 'base64url'), signature(ctx, leaves))
  return isOurs ? { from, id: Number(number) } : null
}

/** Names its purpose, since the key signs other texts, too. */
function signature({ config }: ServiceContext, leaves: string): Buffer {
  return createHmac('sha256', config.viewerKey)
    .update(`leave\n${leaves}`)
    .digest()
    .subarray(0, signatureBytes)
}

/** Adds an unsubscribe link, and the headers for the mail programs' own button (RFC 8058). */
export function withLeaveLink(ctx: ServiceContext, mail: Mail, leaves: string | null): Mail {
  if (leaves === null) return mail
  const { siteOrigin } = ctx.config
  const query = `?token=${leaveToken(ctx, leaves)}`
  return {
    ...mail,
    body: `${mail.body}\n\nUnsubscribe from emails like this: ${siteOrigin}/unsubscribe${query}`,
    headers: {
      'List-Unsubscribe': `<${siteOrigin}/api/newsletter/unsubscribe${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }
}
