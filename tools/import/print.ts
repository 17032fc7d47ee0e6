/** Returns a text without control characters, which a terminal obeys: titles and names come from other people. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '')
}

export function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}
