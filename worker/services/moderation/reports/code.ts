import { denseTyped } from '#contract/values/shared/typed'

/** Digits and capital letters, without those that look alike. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groups = 4
const groupLength = 4

/**
 * Returns a receipt code such as `K7MX-2RQA-9DPT-VW4E`, which is easy to read out. It alone opens the
 * receipt, so its 80 random bits prevent guessing.
 */
export function reportCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(groups * groupLength))
  return grouped(Array.from(bytes, (byte) => letters[byte % letters.length]).join(''))
}

/** Normalises a typed receipt code; null when it can't be one. */
export function readReportCode(text: string): string | null {
  const code = denseTyped(text).toUpperCase()
  return new RegExp(`^[${letters}]{${groups * groupLength}}$`).test(code) ? grouped(code) : null
}

function grouped(code: string): string {
  return code.replace(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')
}
