import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Delivery } from '#dev/sandbox/mail/mailbox'
import { type Sandbox, startSandbox } from '#dev/sandbox/server'
import { createApiMailer, mailProviders } from '#worker/integrations/mail/api-mailer'
import { createSandboxMailer } from '#worker/integrations/mail/sandbox-mailer'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox(0)
})
afterAll(() => sandbox.close())
beforeEach(() => fetch(`${sandbox.origin}/__ctl`, { method: 'DELETE' }))

const mail = { to: 'ada@example.com', subject: 'Hello', body: 'A link.', headers: { 'X-A': 'b' } }

function send(): Promise<void> {
  return createSandboxMailer(`${sandbox.origin}/mail`, 'no-reply@localhost').send(mail)
}

async function fail(fault: object): Promise<void> {
  await fetch(`${sandbox.origin}/__ctl`, {
    method: 'POST',
    body: JSON.stringify({ faults: [{ path: '/mail', ...fault }] }),
  })
}

async function deliveries(): Promise<Delivery[]> {
  return (await (await fetch(`${sandbox.origin}/__ctl/mail`)).json()) as Delivery[]
}

it('takes a mail as it is sent', async () => {
  await send()
  expect(await deliveries()).toEqual([
    {
      from: 'no-reply@localhost',
      to: 'ada@example.com',
      subject: 'Hello',
      text: 'A link.',
      headers: { 'X-A': 'b' },
    },
  ])
})

it('is down as often as it is told, and takes nothing then', async () => {
  await fail({ status: 503, times: 2 })
  for (let index = 0; index < 2; index += 1) {
    await expect(send()).rejects.toThrow('The sandbox inbox answered 503.')
  }
  expect(await deliveries()).toEqual([])
  await send()
  expect(await deliveries()).toHaveLength(1)
})

it('can take a mail whose sender never hears of it', async () => {
  await fail({ answer: 'lost', commit: true })
  await expect(send()).rejects.toThrow()
  expect(await deliveries()).toHaveLength(1)
})

describe.each(mailProviders)('by %s', (provider) => {
  const mailer = (key: string) =>
    createApiMailer(
      { provider, key, origin: `${sandbox.origin}/mail/${provider}` },
      'no-reply@site.test',
      fetch,
    )

  it('sends what it is given', async () => {
    await mailer('a-key').send(mail)
    const { body: text, ...rest } = mail
    expect(await deliveries()).toEqual([{ from: 'no-reply@site.test', text, ...rest }])
  })

  it('says of a refusal its status alone: an answer may quote what was sent', async () => {
    await expect(mailer('').send(mail)).rejects.toThrow(new Error(`${provider} answered 422.`))
    await fail({ status: 429 })
    await expect(mailer('a-key').send(mail)).rejects.toThrow(new Error(`${provider} answered 429.`))
    expect(await deliveries()).toEqual([])
  })

  it.each([
    ['a page', { status: 200, answer: 'html' }],
    ['nothing', { status: 200, answer: 'empty' }],
    ['JSON of another shape', { answer: 'nonsense' }],
  ])('takes %s for a failure, though it says 200', async (_, fault) => {
    await fail(fault)
    await expect(mailer('a-key').send(mail)).rejects.toThrow(
      new Error(`${provider} didn't say that it took the email.`),
    )
  })

  it('lets go of a connection on which nothing comes', async () => {
    const limits: (number | undefined)[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
      limits.push(limit)
      return AbortSignal.abort(new DOMException('The operation timed out', 'TimeoutError'))
    })
    await expect(mailer('a-key').send(mail)).rejects.toThrow('The operation timed out')
    vi.restoreAllMocks()
    expect(limits).toEqual([10_000])
  })

  it('sends one recipient and one subject', async () => {
    await expect(mailer('a-key').send({ ...mail, subject: 'Hello\nBcc: all@example.com' })).rejects.toThrow(
      "The subject isn't a single line of text.",
    )
    expect(await deliveries()).toEqual([])
  })
})

it('has an email sent once by resend whose answer was lost, and is tried again', async () => {
  const mailer = createApiMailer(
    { provider: 'resend', key: 'a-key', origin: `${sandbox.origin}/mail/resend` },
    'no-reply@site.test',
    fetch,
  )
  await fail({ answer: 'lost', commit: true })
  await expect(mailer.send(mail, '17-1')).rejects.toThrow()
  await mailer.send(mail, '17-1')
  await mailer.send(mail, '18-1')
  expect(await deliveries()).toHaveLength(2)
})
