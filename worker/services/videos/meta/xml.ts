// Invalid in XML 1.0, even escaped: control characters and lone surrogates.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const notXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\p{Cs}]/gu

export function xmlText(text: string): string {
  return text
    .replaceAll(notXml, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

export function xmlElement(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`
}

export function xmlDocument(content: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${content}\n`
}
