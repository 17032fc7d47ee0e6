import { denseTyped, plainTyped } from '#contract/values/shared/typed'

/** The names that a pasted text may stand for. */
export interface Names {
  /** The text itself, or the part of a URL that names something. */
  text: string
  /** An ID of any kind of thing, unless a URL says which. */
  id: number | null
  /** The kind of thing that a URL names. */
  only: 'video' | 'user' | 'payment' | 'case' | 'report' | 'request' | 'removal' | null
  /** A SHA-256, in lower case. */
  hash: string | null
  /** The text in every form that the books use for a reference. */
  references: string[]
}

const addresses: [RegExp, Names['only']][] = [
  [/^\/(?:video|edit-video|embed)\/(\d+)/, 'video'],
  [/^\/my-videos\/(\d+)/, 'video'],
  [/^\/account\/receipts\/([\w-]+)/, 'payment'],
  [/^\/(?:removal|reports|removals)\/([\w-]+)/, 'case'],
  [/^\/admin\?(?:.*&)?report=(\d+)/, 'report'],
  [/^\/admin\?(?:.*&)?request=(\d+)/, 'request'],
  [/^\/admin\?(?:.*&)?removal=(\d+)/, 'removal'],
  [/^\/admin\?(?:.*&)?video=(\d+)/, 'video'],
  [/^\/admin\?(?:.*&)?user=(\d+)/, 'user'],
  [/^\/admin\?(?:.*&)?payment=([\w-]+)/, 'payment'],
]

/** Reads a pasted text: a URL of this site, an ID such as `#12`, a hash, a name or a reference. */
export function namesIn(pasted: string): Names {
  const typed = plainTyped(pasted)
  const path = typed.replace(/^https?:\/\/[^/?#]*/i, '')
  for (const [pattern, only] of addresses) {
    const text = pattern.exec(path)?.[1]
    if (text !== undefined) return namesOf(text, only)
  }
  return namesOf(typed, null)
}

function namesOf(text: string, only: Names['only']): Names {
  const bare = denseTyped(text).replace(/^0x/i, '')
  const digits = /^#?(\d{1,15})$/.exec(text)?.[1]
  const id = digits === undefined || Number(digits) === 0 ? null : Number(digits)
  return {
    text,
    id,
    only,
    hash: /^[\da-f]{64}$/i.test(bare) ? bare.toLowerCase() : null,
    references: referencesIn(text),
  }
}

/** Returns a typed text in every form that the books use for a reference. */
export function referencesIn(text: string): string[] {
  const dense = denseTyped(text)
  const forms = [dense, dense.replace(/^0x/i, '')].flatMap((form) => [form.toUpperCase(), form.toLowerCase()])
  return [...new Set([plainTyped(text), ...forms])]
}
