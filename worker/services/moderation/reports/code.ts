import { codeLength, codeLetters, groupedCode } from '#contract/values/moderation/report-code'

/**
 * Returns a new receipt code, which is easy to read out. It alone opens the receipt, so its 80 random bits
 * prevent guessing.
 */
export function reportCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(codeLength))
  return groupedCode(Array.from(bytes, (byte) => codeLetters[byte % codeLetters.length]).join(''))
}
