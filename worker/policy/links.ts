/** Endings by which a name is taken for an address, even without `https://`. */
const endings =
  'com|net|org|info|biz|xxx|porn|sex|adult|cam|xyz|online|site|shop|store|club|live|link|click|top|vip|app|dev|pro|' +
  'io|co|me|tv|cc|ly|gg|gl|ru|cn|de|uk|eu|fr|nl|es|pl|br|jp|su|ws|pw|tk|ml|ga'

const patterns = [
  /[a-z][a-z0-9+.-]*:\/\//i,
  /\bwww\d{0,3}\s*\./i,
  // An address: example.com, t.me/name, and example (dot) com.
  new RegExp(
    `[\\p{L}\\p{N}-](?:\\.|\\s*[([{]\\s*(?:dot|\\.)\\s*[)\\]}]\\s*|\\s+dot\\s+)(?:${endings})(?![\\p{L}\\p{N}])`,
    'iu',
  ),
  // An email address.
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+\.[\p{L}]{2,}/u,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/,
]

/** Characters that a reader doesn't see, and dots that look like one. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/g
const dots = /[\u3002\uff0e\uff61\u2024]/g

/** Tells whether a text names an address on the web or of an email, however it is written. */
export function hasLink(text: string): boolean {
  const plain = text.normalize('NFKC').replace(invisible, '').replace(dots, '.')
  return patterns.some((pattern) => pattern.test(plain))
}
