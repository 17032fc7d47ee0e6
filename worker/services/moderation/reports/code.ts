/** Digits and capitals without those that are read for one another. */
const letters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groups = 4
const groupLength = 4

/**
 * Number of a receipt, such as `K7MX-2RQA-9DPT-VW4E`: it can be read out, and its 80 random bits can't be guessed, since
 * whoever has it reads what was decided.
 */
export function reportCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(groups * groupLength))
  const text = Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
  return text.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? text
}

/** A number as somebody typed it; null for what can't be one. */
export function readReportCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return new RegExp(`^([${letters}]{${groupLength}}-){${groups - 1}}[${letters}]{${groupLength}}$`).test(code)
    ? code
    : null
}
