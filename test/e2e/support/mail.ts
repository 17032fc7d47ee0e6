import type { AdminMail } from '#contract/schemas/site/operations'
import { expect, type Person } from './site'

/** Returns the emails sent to an address, newest first, as a signed-in administrator reads them. */
export async function mailsTo(admin: Person, address: string): Promise<AdminMail[]> {
  const answer = await admin.request.get('/api/admin/mail', { params: { state: 'sent', recipient: address } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as AdminMail[]
}

/** Returns the link to one of the site's pages from the newest email to an address that has one. */
export async function linkTo(admin: Person, address: string, page: string): Promise<string> {
  let found: string | undefined
  await expect
    .poll(
      async () => {
        const mails = await mailsTo(admin, address)
        found = mails.map(({ body }) => findLink(body ?? '', page)).find(Boolean)
        return found !== undefined
      },
      { message: `an email to ${address} should contain a link to /${page}`, timeout: 30_000 },
    )
    .toBe(true)
  return found ?? ''
}

/** Returns the link to one of the site's pages from a text. */
export function linkIn(text: string, page: string): string {
  const link = findLink(text, page)
  if (!link) throw new Error(`No link to /${page} in: ${text}`)
  return link
}

function findLink(text: string, page: string): string | undefined {
  return new RegExp(`https?://\\S+/${page}[?#]\\S+`).exec(text)?.[0]
}
