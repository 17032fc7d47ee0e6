import type { ServiceContext } from '#worker/services/context'
import { queueMail } from '#worker/services/shared/mail/index'
import { randomId } from '#worker/storage/keys'

/** Returns a mailer, and the list of addresses that it has sent to. */
export function counting() {
  const to: string[] = []
  const mailer: ServiceContext['mailer'] = {
    send: async (mail) => {
      to.push(mail.to)
    },
  }
  return { to, mailer }
}

/** Puts an email in the outbox. */
export function mailTo(ctx: ServiceContext, to: string) {
  return queueMail(ctx, { dedupeKey: randomId(), to, subject: 'Hello', body: 'Hello.' })
}
