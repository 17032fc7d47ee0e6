import type { Delivery } from '../twin.ts'

/** Defects that any signed notice in JSON can have. `reserialised`: same JSON, other spacing; `huge`: over the site's limit. */
export const jsonDefects = ['bytes', 'reserialised', 'unsigned', 'otherAccount', 'huge'] as const

interface Notice {
  body: string
  /** The field that names the account. */
  account: string
  sign(body: string): Promise<Record<string, string>>
}

/** Returns a notice signed by its headers. The signature fits the body unless that is the defect. */
export async function signedJson({ body, account, sign }: Notice, wrong?: string): Promise<Delivery> {
  const signed = beforeSigning(body, account, wrong)
  const headers = await sign(signed)
  if (wrong === 'unsigned') {
    for (const name of Object.keys(headers))
      if (/signature|-sig$|transmission/.test(name)) delete headers[name]
  }
  return { headers, body: afterSigning(signed, wrong) }
}

function beforeSigning(body: string, account: string, wrong?: string): string {
  if (wrong === 'huge') return body.replace(/\}$/, `,"padding":"${'x'.repeat(1024 * 1024)}"}`)
  if (wrong === 'otherAccount') return JSON.stringify({ ...JSON.parse(body), [account]: 'acc_somebody' })
  return body
}

/** Returns the body after changes made in transit. */
function afterSigning(body: string, wrong?: string): string {
  if (wrong === 'bytes') return flipLetter(body)
  return wrong === 'reserialised' ? JSON.stringify(JSON.parse(body), null, 1) : body
}

function flipLetter(body: string): string {
  const at = body.lastIndexOf('0')
  return `${body.slice(0, at)}1${body.slice(at + 1)}`
}
