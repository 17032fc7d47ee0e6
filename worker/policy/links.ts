import { latinTwins } from '#contract/values/accounts/usernames'

/** Endings that make a name a URL, even without `https://`. */
const endings =
  'com|c[òóôõöō0]m|' +
  'net|org|info|biz|xxx|porn|sex|adult|cam|tube|xyz|online|site|shop|store|club|live|link|click|top|vip|app|dev|' +
  'pro|icu|lol|page|blog|website|space|fun|chat|sexy|cyou|monster|buzz|bond|sbs|cfd|rest|' +
  // In other scripts.
  'рф|рус|онлайн|сайт|москва|дети|укр|бел|срб|мкд|бг|қаз|ελ|ευ|中国|中國|公司|网络|网址|网站|在线|商店|台湾|台灣|香港|澳門|' +
  'みんな|コム|한국|닷컴|ไทย|भारत|বাংলা|இந்தியா|ישראל|مصر|السعودية|امارات|المغرب|ایران|پاکستان'

/**
 * Countries' endings, in lower case as people type them. Those that are an English word or sound are left
 * out, since they often follow a full stop without a space: "great.it was", "so good.hm".
 */
const countries =
  'ac|ae|af|ag|ai|ao|aq|ar|au|aw|ax|az|ba|bb|bd|bg|bh|bi|bj|bm|bn|bo|br|bt|bw|bz|ca|cc|cd|cf|cg|ch|ci|ck|cl|cn|co|cr|' +
  'cv|cw|cx|cy|cz|de|dj|dk|dm|dz|ec|ee|eg|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gd|ge|gg|gh|gi|gl|gn|gp|gq|gr|gt|gu|gw|gy|hk|' +
  'hn|hr|ht|hu|ie|il|io|iq|ir|je|jm|jo|jp|ke|kh|ki|kn|kp|kr|kw|ky|kz|lb|lc|li|lk|lr|ls|lt|lu|lv|ly|mc|md|mk|ml|' +
  'mn|mo|mp|mq|mt|mu|mv|mw|mx|mz|na|nc|nf|ng|ni|nl|np|nr|nu|nz|pe|pf|ph|pk|pl|pn|pr|pt|pw|py|qa|re|ro|rs|ru|rw|sa|sb|' +
  'sc|sd|se|sg|si|sk|sl|sm|sn|sr|su|sv|sx|sy|sz|tc|td|tf|tg|th|tj|tk|tl|tm|tn|tr|tt|tv|tw|tz|ua|ug|uk|uy|uz|va|vc|ve|' +
  'vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw'

/** Well-known sites whose ending is also a word. */
const known =
  't.me|wa.me|telegram.me|paypal.me|youtu.be|lnkd.in|shorturl.at|gofile.to|linktr.ee|is.gd|v.gd|t.co'

/** Ways to write a dot: also `(dot)` and `[.]`. */
const inBrackets = String.raw`\s*[([{<]\s*(?:d[o0]t|\.)\s*[)\]}>]\s*`
/** The endings that people disguise most. */
const plainest = 'c[oòóôõöō0]m|net|org|info|xxx|porn|xyz'
const over = String.raw`(?![\p{L}\p{N}])`

/** With a path, any ending: example.it/video, t.me/name. */
const withPath = /[\p{L}\p{N}-]\.\p{L}{2,}\/[\p{L}\p{N}@_+-]/u

const patterns = [
  /[a-z0-9]:\/\//i,
  /\bh(?:tt|xx|\*\*)ps?\s*:\s*[/\\]/i,
  /\bwww\d{0,3}\s*\./i,
  new RegExp(String.raw`[\p{L}\p{N}-]\.(?:${endings})${over}`, 'iu'),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}.-])(?:[\p{L}\p{N}-]+\.)*[\p{L}\p{N}-]{2,}\.(?:${countries})${over}`,
    'u',
  ),
  new RegExp(String.raw`\b(?:${known.replaceAll('.', String.raw`\.`)})${over}`, 'iu'),
  withPath,
  /xn--[a-z0-9]/i,
  // Any ending after a disguised dot: example(dot)it, example[.]at.
  new RegExp(String.raw`[\p{L}\p{N}-]${inBrackets}\p{L}{2,}`, 'iu'),
  // A dot that is spelled out, or next to a space: "example dot com", "example .com", "example. com".
  new RegExp(String.raw`[\p{L}\p{N}-]\s+d[o0]t\s+(?:${plainest}|io|tv|cc|ru|ly|gg|me|co)${over}`, 'iu'),
  new RegExp(String.raw`[\p{L}\p{N}-][-_*~|]+d[o0]t[-_*~|]+(?:${plainest})${over}`, 'iu'),
  new RegExp(String.raw`\p{L}{3}d[o0]tc[o0]m${over}`, 'iu'),
  // In other languages, where "com" is no word.
  /[\p{L}\p{N}-]\s+(?:punkt|punto|point|точка)\s+(?:com|ком|ру|рф)(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}-]\s+\.\s*c\s*[o0]\s*m(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}-]\.\s*(?:c\s+[o0]\s*m|co\s+m|n\s+e\s+t|o\s+r\s+g|x\s+x\s+x)(?![\p{L}\p{N}])/iu,
  // "Com" begins a sentence in Portuguese, where a word follows.
  /[\p{L}\p{N}-]\.\s+c[o0]m(?![\p{L}\p{N}])(?!\s+\p{L})/iu,
  new RegExp(String.raw`[\p{L}\p{N}-]\s+\.(?:${plainest}|ru)${over}`, 'iu'),
  // Half in brackets: "example(.com)", "example.[com]".
  new RegExp(String.raw`[\p{L}\p{N}-]\s*[([{<]\s*\.\s*(?:${plainest})${over}`, 'iu'),
  new RegExp(String.raw`[\p{L}\p{N}-]\s*\.[([{<]\s*(?:${plainest})\s*[)\]}>]`, 'iu'),
  /\bt\s*\.\s*me\s*\/\s*[\p{L}\p{N}@_+-]/iu,
  // An email address.
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}-]+\.\p{L}{2,}/u,
]
const ipv4 = /\b\d{1,3}(?:\.\d{1,3}){3}\b/

const invisible = /\p{Default_Ignorable_Code_Point}/gu
/** The one dot of other scripts that NFKC doesn't make a full stop. */
const otherDot = '\u3002'

/** Signs that people put in place of a full stop or a slash. Those of the first kind also stand between words. */
const bullets = /[·•∙⋅・‧●⚫🔴۔܂ꓸ⸱⸳˙]/gu
const bracketed = new RegExp(inBrackets, 'giu')
const slashes = /[⁄∕⧸╱]/gu
const colons = /[∶ː꞉]/gu
/** Single letters with spaces between them: `e x a m p l e . c o m`. */
const spaced = /(?<!\S)(?:[\p{L}\p{N}.:/-]\s+){3,}[\p{L}\p{N}.:/-](?!\S)/gu

/** Letters of no word: small capitals, and white letters in boxes or circles. */
const styled: ReadonlyMap<string, string> = new Map([
  ...[...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'].map((each, at) => [each, 'abcdefghijklmnoprstuvwyz'[at] ?? ''] as const),
  ...[0x1f150, 0x1f170, 0x1f1e6].flatMap((first) =>
    Array.from(
      { length: 26 },
      (_, at) => [String.fromCodePoint(first + at), String.fromCharCode(97 + at)] as const,
    ),
  ),
])

/** Returns whether a text contains a URL or an email address, in the ways that people write and disguise them. */
export function hasLink(text: string): boolean {
  const plain = text.normalize('NFKC').replace(invisible, '').replaceAll(otherDot, '.')
  const signed = plain.replace(slashes, '/').replace(colons, ':')
  return ipv4.test(signed) || [signed, closedUp(signed)].some(isLinked) || hasLookAlike(signed)
}

function isLinked(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}

function closedUp(text: string): string {
  return text.replace(spaced, (letters) => letters.replace(/\s+/g, ''))
}

/** Matches a name with one of these endings, or with one that looks like it. */
const lookingLike = (list: string) =>
  new RegExp(String.raw`[\p{L}\p{N}-]\.(?:${list}|${latinTwins(list)})${over}`, 'u')
const anyEnding = lookingLike(endings)
const plainEnding = lookingLike(plainest)

/**
 * Returns whether a text has a name with a well-known ending, once letters and dots are those that they look like. A
 * bullet also stands between words, so that what follows it has to be an ending and no word.
 */
function hasLookAlike(text: string): boolean {
  const withDots = text.replace(bracketed, '.')
  const withBullets = withDots.replace(bullets, '.')
  return (
    isLookAlike(withDots, anyEnding) || isLookAlike(withBullets, plainEnding) || withPath.test(withBullets)
  )
}

/** A word that keeps to one alphabet is what it looks like. */
function isLookAlike(text: string, ending: RegExp): boolean {
  return text.split(/\s+/).some((word) => {
    if (!word.includes('.')) return false
    const bare = [...word.toLowerCase()].map((each) => styled.get(each) ?? each).join('')
    const isMixed = /[a-z]/.test(bare) && /(?![a-z])[\p{L}01]/u.test(bare)
    return ending.test(bare) || (isMixed && ending.test(latinTwins(bare)))
  })
}
