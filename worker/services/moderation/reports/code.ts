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
  const text = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return text.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? text
}

/** Normalises a typed receipt code; null when it can't be one. */
export function readReportCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return new RegExp(`^([${letters}]{${groupLength}}-){${groups - 1}}[${letters}]{${groupLength}}$`).test(code)
    ? code
    : null
}
