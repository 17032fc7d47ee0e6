import { env } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { mailOutbox, users } from '#db/schema'
import { jobContext, later } from '#test/support/context'
import { makeUser, testDb } from '#test/support/factories'
import { Faults, faultyEnv } from '#test/support/faults'
import { testVars } from '#test/support/vars'
import { createBindingMailer } from '#worker/integrations/mail/binding-mailer'
import type { Mail } from '#worker/integrations/mail/mailer'
import type { ServiceContext } from '#worker/services/context'
import { leaveToken, mailClaimMs, queueMail, sendDueMail } from '#worker/services/shared/mail/index'
import { randomId } from '#worker/storage/keys'

/** Creates a context with a mailer that collects emails and fails the first `failures` times. */
async function withMailer(failures = 0) {
  const sent: Mail[] = []
  let left = failures
  const ctx: ServiceContext = {
    ...(await jobContext(Date.UTC(2030, 0, 1))),
    mailer: {
      send: async (mail) => {
        left -= 1
        if (left >= 0) throw new Error('The mail server is down.')
        sent.push(mail)
      },
    },
  }
  return { ctx, sent }
}

function welcome(dedupeKey: string) {
  return { dedupeKey, to: 'ada@example.com', subject: 'Hello', body: 'A link.' }
}

async function row(ctx: ServiceContext, dedupeKey: string) {
  const [found] = await ctx.db.select().from(mailOutbox).where(eq(mailOutbox.dedupeKey, dedupeKey))
  return found
}

// An earlier test may leave emails that are due in a later one.
beforeEach(async () => {
  await testDb().delete(mailOutbox)
})

describe('the outbox', () => {
  it('sends an event once, however often it is queued and the job runs', async () => {
    const { ctx, sent } = await withMailer()
    const key = randomId()
    await ctx.db.batch([queueMail(ctx, welcome(key)), queueMail(ctx, welcome(key))])
    await Promise.all([sendDueMail(ctx), sendDueMail(ctx)])
    await sendDueMail(later(ctx, 24 * 3600_000))
    expect(sent).toEqual([{ to: 'ada@example.com', subject: 'Hello', body: 'A link.' }])
  })

  it('keeps no text of what is sent; a local run does, since nothing leaves it', async () => {
    for (const [production, body] of [
      [true, ''],
      [false, 'A link.'],
    ] as const) {
      const { ctx } = await withMailer()
      const key = randomId()
      await queueMail(ctx, welcome(key))
      await sendDueMail({ ...ctx, config: { ...ctx.config, production } })
      expect(await row(ctx, key)).toMatchObject({ body, sentAt: ctx.now, nextAttemptAt: null, attempts: 1 })
    }
  })

  it('adds a signed link and its headers to a mail that can be left, also when it is tried again', async () => {
    const { ctx, sent } = await withMailer(1)
    await queueMail(ctx, { ...welcome(randomId()), leaves: { from: 'newsletter', id: 12 } })
    await sendDueMail(ctx)
    await sendDueMail(later(ctx, 60_000))
    const { siteOrigin } = ctx.config
    const query = `?token=${leaveToken(ctx, 'newsletter-12')}`
    const body = `A link.\n\nUnsubscribe from emails like this: ${siteOrigin}/unsubscribe${query}`
    const headers = {
      'List-Unsubscribe': `<${siteOrigin}/api/newsletter/unsubscribe${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    expect(sent).toEqual([{ to: 'ada@example.com', subject: 'Hello', body, headers }])
  })

  it('takes no for the answer of a provider that says nothing, before another run may take the mail', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { ctx } = await withMailer()
      const key = randomId()
      await queueMail(ctx, welcome(key))
      let asked = 0
      const silent = {
        send: () => {
          asked += 1
          return new Promise<void>(() => {})
        },
      }
      const run = sendDueMail({ ...ctx, mailer: silent })
      await vi.waitFor(() => expect(asked).toBe(1))
      // Twenty of these pass before the claim expires.
      await vi.advanceTimersByTimeAsync(mailClaimMs / 20 - 1)
      await run
      expect(await row(ctx, key)).toMatchObject({
        lastError: "The email service didn't respond within 10 seconds.",
        nextAttemptAt: ctx.now + 60_000,
      })
    } finally {
      vi.useRealTimers()
    }
  })

  it('leaves out what an account can do without, and nothing else', async () => {
    const { ctx } = await withMailer()
    const { id } = await makeUser()
    await ctx.db
      .update(users)
      .set({ mutedMails: ['videos'] })
      .where(eq(users.id, id))
    const [muted, wanted, always] = [randomId(), randomId(), randomId()]
    await ctx.db.batch([
      queueMail(ctx, { ...welcome(muted), leaves: { from: 'review', id } }),
      queueMail(ctx, { ...welcome(wanted), leaves: { from: 'report', id } }),
      queueMail(ctx, welcome(always)),
    ])
    const queued = await Promise.all([muted, wanted, always].map((key) => row(ctx, key)))
    expect(queued.map((each) => each !== undefined)).toEqual([false, true, true])
  })

  it('tries again when the time has come, and not before', async () => {
    const { ctx, sent } = await withMailer(1)
    const key = randomId()
    await queueMail(ctx, welcome(key))
    await sendDueMail(ctx)
    expect(await row(ctx, key)).toMatchObject({ lastError: 'The mail server is down.', sentAt: null })
    await sendDueMail(later(ctx, 59_000))
    expect(sent).toHaveLength(0)
    await sendDueMail(later(ctx, 60_000))
    expect(sent).toHaveLength(1)
  })

  it('gives up after the last wait and keeps why', async () => {
    const { ctx, sent } = await withMailer(100)
    const key = randomId()
    await queueMail(ctx, welcome(key))
    let tries = 0
    for (let at = ctx.now, next: number | null | undefined = at; next; tries += 1) {
      at = next
      await sendDueMail({ ...ctx, now: at })
      next = (await row(ctx, key))?.nextAttemptAt
    }
    expect(tries).toBe(7)
    expect(sent).toHaveLength(0)
    expect(await row(ctx, key)).toMatchObject({ lastError: 'The mail server is down.', body: 'A link.' })
  })

  it('finds a mail again whose run died', async () => {
    const { ctx, sent } = await withMailer()
    const key = randomId()
    await queueMail(ctx, welcome(key))
    const dying = { ...ctx, mailer: { send: () => new Promise<void>(() => {}) } }
    void sendDueMail(dying)
    await expect.poll(async () => (await row(ctx, key))?.attempts).toBe(1)
    await sendDueMail(later(ctx, 60_000))
    expect(sent).toHaveLength(0)
    await sendDueMail(later(ctx, 5 * 60_000))
    expect(sent).toHaveLength(1)
  })

  it('sends nothing more while what is sent cannot be noted', async () => {
    const { ctx, sent } = await withMailer()
    for (let each = 0; each < 3; each += 1) await queueMail(ctx, welcome(randomId()))
    const faults = new Faults()
    faults.throws(/^DB update "mail_outbox" set .*"sent_at" = \?/, 'D1_ERROR: Network connection lost.')
    const failing = { ...ctx, db: (await jobContext(ctx.now, faultyEnv(faults))).db }
    await expect(sendDueMail(failing)).rejects.toThrow()
    expect(sent).toHaveLength(1)
    // Its run seems to have been killed before sending it. Twice is better than never.
    await sendDueMail(later(ctx, 5 * 60_000))
    expect(sent).toHaveLength(4)
  })

  it('names each mail to the provider, the same at every try', async () => {
    const { ctx } = await withMailer()
    for (let each = 0; each < 2; each += 1) await queueMail(ctx, welcome(randomId()))
    const names: (string | undefined)[] = []
    const mailer: ServiceContext['mailer'] = {
      send: async (_, name) => {
        names.push(name)
        throw new Error('The mail server is down.')
      },
    }
    await sendDueMail({ ...ctx, mailer })
    await sendDueMail({ ...later(ctx, 60_000), mailer })
    expect(names.slice(0, 2)).toEqual(names.slice(2))
    expect(new Set(names).size).toBe(2)
  })

  it('lets one bad mail stop no other', async () => {
    const { ctx, sent } = await withMailer(1)
    await queueMail(ctx, welcome(randomId()))
    await queueMail(ctx, welcome(randomId()))
    await sendDueMail(ctx)
    expect(sent).toHaveLength(1)
  })
})

describe('the mailer over the binding', () => {
  function recording() {
    const built: unknown[] = []
    const binding = {
      send: async (message: unknown) => {
        built.push(message)
        return { messageId: '1' }
      },
    } as SendEmail
    return { built, mailer: createBindingMailer(binding, 'no-reply@example.com') }
  }

  it('sends plain text from the neutral sender', async () => {
    const { built, mailer } = recording()
    await mailer.send({ to: 'ada@example.com', subject: 'Grüße', body: 'Zeile 1\nZeile 2' })
    expect(built).toEqual([
      { from: 'no-reply@example.com', to: 'ada@example.com', subject: 'Grüße', text: 'Zeile 1\nZeile 2' },
    ])
  })

  it('hands on the headers by which mail programs leave a list', async () => {
    const { built, mailer } = recording()
    const headers = {
      'List-Unsubscribe': '<https://localhost/leave>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    await mailer.send({ to: 'ada@example.com', subject: 'News', body: 'New.', headers })
    expect(built).toEqual([
      { from: 'no-reply@example.com', to: 'ada@example.com', subject: 'News', text: 'New.', headers },
    ])
  })

  it('is understood by the real binding, from the sender of a local run, with headers', async () => {
    const headers = {
      'List-Unsubscribe': '<https://localhost/leave>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }
    const mailer = createBindingMailer(env.MAIL, testVars.MAIL_FROM)
    await mailer.send({ to: 'ada@example.com', subject: 'Hello', body: 'A link.' })
    await mailer.send({ to: 'ada@example.com', subject: 'Hello', body: 'A link.', headers })
  })

  it.each([
    ['X-A\r\nBcc', 'eve@example.com'],
    ['X-A', 'b\r\nBcc: eve@example.com'],
    ['X A', 'b'],
  ])('refuses a header that would become another: %j %j', async (name, value) => {
    const { built, mailer } = recording()
    const mail = { to: 'ada@example.com', subject: 'Hello', body: '', headers: { [name]: value } }
    await expect(mailer.send(mail)).rejects.toThrow()
    expect(built).toEqual([])
  })

  it.each([
    ['ada@example.com\r\nBcc: eve@example.com', 'Hello'],
    ['ada@example.com, eve@example.com', 'Hello'],
    ['Eve <eve@example.com>', 'Hello'],
    ['ada@example.com', 'Hello\r\nBcc: eve@example.com'],
    ['ada@example.com', 'Hello\nX: 1'],
    ['ada@example.com', ''],
  ])('refuses what would become another header or recipient: %j %j', async (to, subject) => {
    const { built, mailer } = recording()
    await expect(mailer.send({ to, subject, body: '' })).rejects.toThrow()
    expect(built).toEqual([])
  })
})
