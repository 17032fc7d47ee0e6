import { denseTyped } from '../shared/typed'

/** Digits and capital letters, without those that look alike. */
export const codeLetters = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const groupLength = 4
export const codeLength = 4 * groupLength

/** Normalises a typed receipt code; null when it can't be one. */
export function readReportCode(text: string): string | null {
  const code = denseTyped(text).toUpperCase()
  return new RegExp(`^[${codeLetters}]{${codeLength}}$`).test(code) ? groupedCode(code) : null
}

/** Divides the letters of a code as it is shown and stored: `K7MX-2RQA-9DPT-VW4E`. */
export function groupedCode(code: string): string {
  return code.replace(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')
}
